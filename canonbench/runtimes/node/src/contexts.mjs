// Contexts of JSON-LD: a loader that serves the frozen ones, and an explicit cache of resolved ones, made as
// jsonld.js makes its own.

import {createRequire} from 'node:module';
import path from 'node:path';

import {Failure} from './failures.mjs';
import {json} from './neutral.mjs';

const CACHED_CONTEXTS = 100;

export function caching(folder) {
  const require = createRequire(path.join(folder, 'node_modules', 'jsonld', 'package.json'));
  const ContextResolver = require('./lib/ContextResolver.js');
  const LRU = require('lru-cache');
  return {
    cache: () => ({resolved: new LRU({max: CACHED_CONTEXTS}), contexts: undefined, load: undefined}),
    resolver: (kept) => new ContextResolver({sharedCache: kept.resolved}),
  };
}

// The loader of `contexts`, made once for a cache.
export function loading(contexts, kept) {
  if (kept.contexts !== contexts) {
    kept.contexts = contexts;
    kept.load = loader(contexts);
  }
  return kept.load;
}

// `others` gives a document by its URL that is no context, or nothing.
export function loader(contexts, others = () => undefined) {
  const documents = new Map(Object.entries(contexts).map(([url, document]) =>
    [url, {contextUrl: null, documentUrl: url, document: json(document), tag: 'static'}]));
  return async (url) => {
    const found = documents.get(url) ?? others(url);
    if (!found) {
      throw new Failure('malformed', `no context ${url}`);
    }
    return found;
  };
}
