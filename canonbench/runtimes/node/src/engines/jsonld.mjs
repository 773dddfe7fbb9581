// jsonld.js. Its cache of resolved contexts is handed in: one for all calls, or an empty one for each.

import {createRequire} from 'node:module';
import path from 'node:path';

import {Failure} from '../failures.mjs';
import {library} from '../library.mjs';
import {json} from '../neutral.mjs';
import {leaveDataset} from '../rdf.mjs';

const CACHED_CONTEXTS = 100;
const WORK_FACTOR = 3;
const OPTIONS = {sha256: 'sha256', sha384: 'sha384'};

export default async function (load, folder) {
  const {default: jsonld} = await load('jsonld');
  const require = createRequire(path.join(folder, 'node_modules', 'jsonld', 'package.json'));
  const ContextResolver = require('./lib/ContextResolver.js');
  const LRU = require('lru-cache');

  const cache = () => ({resolved: new LRU({max: CACHED_CONTEXTS}), contexts: undefined, load: undefined});

  function enter([document, contexts, asked], kept) {
    if (kept.contexts !== contexts) {
      kept.contexts = contexts;
      kept.load = loader(contexts);
    }
    const [base, expandContext, processingMode, rdfDirection, produceGeneralizedRdf] = asked;
    const options = {base, processingMode, documentLoader: kept.load, safe: false};
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

  const resolved = ({kept, options}) => ({
    ...options,
    contextResolver: new ContextResolver({sharedCache: kept.resolved}),
  });

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

function loader(contexts) {
  const documents = new Map(Object.entries(contexts).map(([url, document]) =>
    [url, {contextUrl: null, documentUrl: url, document: json(document), tag: 'static'}]));
  return async (url) => {
    const found = documents.get(url);
    if (!found) {
      throw new Failure('malformed', `no context ${url}`);
    }
    return found;
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
