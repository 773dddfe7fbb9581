// oxigraph: Rust as WebAssembly. It parses JSON-LD and N-Quads; canonicalization it does not offer, so that
// rdf-canonize does it here. Contexts are written into the document, and processed again in every call.
//
// Quads live in the memory of WebAssembly until they are freed: by finalizers, which do not run between calls that
// follow one another at once. So they are freed explicitly: those of a call of the library alone in the next call,
// those of a transformation once they are written.

import {Failure, refusing} from '../failures.mjs';
import {inlining} from '../inline.mjs';
import {library, locked} from '../library.mjs';
import {json} from '../neutral.mjs';
import {leaveDataset} from '../rdf.mjs';
import {rdfcRoles} from '../rdfc-roles.mjs';

const WORK_FACTOR = 3;
const JSON_LD = 'application/ld+json';
const N_QUADS = 'application/n-quads';
const DEFAULTS = {expandContext: null, processingMode: 'json-ld-1.1', rdfDirection: null, generalized: false};

// Quads as N-Quads, each once, as a dataset has them.
function write(quads) {
  const lines = new Set();
  for (const quad of quads) {
    lines.add(`${quad} .\n`);
    quad.free();
  }
  return [...lines].join('');
}

function enterSource([document, contexts, asked]) {
  const [base, expandContext, processingMode, rdfDirection, generalized] = asked;
  const given = {expandContext, processingMode, rdfDirection, generalized};
  if (Object.entries(DEFAULTS).some(([name, value]) => given[name] !== value)) {
    throw new Failure('unsupported', 'this library has none of the options of JSON-LD 1.1 API but the base');
  }
  const options = base === null ? {format: JSON_LD} : {format: JSON_LD, base_iri: base};
  return {text: JSON.stringify(inlining(contexts)(json(document))), options};
}

export default async function (load, folder) {
  const {default: oxigraph} = await load('oxigraph');
  const {default: rdfCanonize} = await load('rdf-canonize');
  let last = [];

  function alone(text, options) {
    for (const quad of last.splice(0)) {
      quad.free();
    }
    last = oxigraph.parse(text, options);
    return last;
  }

  const parse = refusing('json-ld', ({text, options}) => oxigraph.parse(text, options));

  const canonicalize = (source, hash) =>
    rdfCanonize.canonize(write(parse(source)), {
      algorithm: 'RDFC-1.0', inputFormat: N_QUADS, messageDigestAlgorithm: hash, maxWorkFactor: WORK_FACTOR,
    }).catch(refuse);

  const canonize = async (input, inline, {hash}) =>
    canonicalize({text: JSON.stringify(inline(input)), options: {format: JSON_LD}}, hash);

  return {
    library: {...library(folder, 'oxigraph'), source: locked(folder)},
    stages: {
      'jsonld.to_quads': {
        enter: enterSource, leave: leaveDataset,
        run: refusing('json-ld', ({text, options}) => alone(text, options)),
      },
      'nquads.parse': {
        leave: leaveDataset, run: refusing('malformed', (text) => alone(text, {format: N_QUADS})),
      },
      'transform.rdfc': {
        enter: ([source, hash]) => ({source: enterSource(source), hash}),
        waits: true,
        run: async ({source, hash}) => Buffer.from(await canonicalize(source, hash)),
      },
      ...await rdfcRoles(load, inlining, canonize),
    },
  };
}

function refuse(error) {
  throw /^Maximum deep iterations exceeded/.test(error?.message) ? new Failure('limit', error.message) : error;
}
