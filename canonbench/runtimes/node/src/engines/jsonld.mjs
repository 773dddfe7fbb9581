// jsonld.js. Its cache of resolved contexts is handed in: one for all calls, or an empty one for each.

import {caching, loading} from '../contexts.mjs';
import {Failure} from '../failures.mjs';
import {library} from '../library.mjs';
import {json} from '../neutral.mjs';
import {leaveDataset} from '../rdf.mjs';

const WORK_FACTOR = 3;
const OPTIONS = {sha256: 'sha256', sha384: 'sha384'};

export default async function (load, folder) {
  const {default: jsonld} = await load('jsonld');
  const {cache, resolver} = caching(folder);

  function enter([document, contexts, asked], kept) {
    const [base, expandContext, processingMode, rdfDirection, produceGeneralizedRdf] = asked;
    const options = {base, processingMode, documentLoader: loading(contexts, kept), safe: false};
    if (expandContext !== null) {
      options.expandContext = json(expandContext);
    }
    if (produceGeneralizedRdf) {
      options.produceGeneralizedRdf = true;
    }
    if (rdfDirection !== null) {
      options.rdfDirection = rdfDirection;
    }
    return {document: json(document), kept, options};
  }

  const resolved = ({kept, options}) => ({...options, contextResolver: resolver(kept)});

  return {
    library: library(folder, 'jsonld'),
    stages: {
      'jsonld.expand': {
        enter, cache, waits: true,
        run: (operation) => jsonld.expand(operation.document, resolved(operation)).catch(refuse),
      },
      'jsonld.to_rdf': {
        enter: json, leave: leaveDataset, waits: true,
        run: (expanded) => jsonld.toRDF(expanded, {skipExpansion: true, safe: false}).catch(refuse),
      },
      'jsonld.to_quads': {
        enter, cache, leave: leaveDataset, waits: true,
        run: (operation) => jsonld.toRDF(operation.document, resolved(operation)).catch(refuse),
      },
      'transform.rdfc': {
        enter: ([source, hash], kept) => {
          const operation = enter(source, kept);
          operation.options.canonizeOptions = {
            algorithm: 'RDFC-1.0', messageDigestAlgorithm: OPTIONS[hash], maxWorkFactor: WORK_FACTOR,
          };
          return operation;
        },
        cache, waits: true,
        run: async (operation) => {
          const text = await jsonld.canonize(operation.document, resolved(operation)).catch(refuse);
          return Buffer.from(text);
        },
      },
    },
  };
}

function refuse(error) {
  if (/^Maximum deep iterations exceeded/.test(error?.message)) {
    throw new Failure('limit', error.message);
  }
  if (error?.name?.startsWith('jsonld.')) {
    const code = error.details?.code;
    const cause = error.details?.cause?.message;
    throw new Failure('json-ld', `${code ? `${code}: ` : ''}${error.message}${cause ? ` (${cause})` : ''}`);
  }
  throw error;
}
