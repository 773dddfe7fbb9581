// The libraries around RDF/JS as one implementation: jsonld-streaming-parser, then rdfjs-c14n, and the Data
// Integrity suites over both. Where safe mode is asked for, as by the suites, the parser is strict.

import {library, locked} from '../library.mjs';
import {rdfcRoles} from '../rdfc-roles.mjs';
import {canonicalizing, writeNQuads} from '../rdfjs-c14n.mjs';
import {enterSource, parsing, serving} from '../streaming.mjs';

export default async function (load, folder) {
  writeNQuads((await load('n3')).default);
  const {RDFC10} = (await load('rdfjs-c14n')).default;
  const {JsonLdParser} = (await load('jsonld-streaming-parser')).default;
  const parse = parsing(JsonLdParser);
  const canonicalize = canonicalizing(RDFC10);

  async function canonize(input, documentLoader, {safe, hash}) {
    const options = {documentLoader, strictValues: safe, rdfDirection: 'i18n-datatype'};
    return canonicalize(await parse(JSON.stringify(input), options), hash);
  }

  return {
    library: {...library(folder, 'rdfjs-c14n'), source: locked(folder)},
    stages: {
      'transform.rdfc': {
        enter: ([source, hash]) => ({...enterSource(source), hash}),
        waits: true,
        run: async ({text, options, hash}) => Buffer.from(await canonicalize(await parse(text, options), hash)),
      },
      ...await rdfcRoles(load, serving, canonize),
    },
  };
}
