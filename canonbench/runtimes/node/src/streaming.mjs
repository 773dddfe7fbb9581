// jsonld-streaming-parser: JSON-LD text to RDF/JS quads. It processes contexts again in every call.
// JSON-LD-star and the literals of RDF 1.2 with a direction, which are on by default, are off.

import {Failure} from './failures.mjs';
import {json} from './neutral.mjs';

// The loader of contexts that the library documents.
export function serving(contexts) {
  const documents = new Map(Object.entries(contexts).map(([url, document]) => [url, json(document)]));
  return {
    load: async (url) => {
      if (!documents.has(url)) {
        throw new Error(`no context ${url}`);
      }
      return documents.get(url);
    },
  };
}

export const parsing = (JsonLdParser) => (text, options) => new Promise((resolve, reject) => {
  const quads = [];
  const parser = new JsonLdParser({rdfstar: false, rdfDirection: 'disabled', ...options});
  parser.on('data', (quad) => quads.push(quad));
  parser.on('error', (error) => reject(refusal(error)));
  parser.on('end', () => resolve(quads));
  parser.end(text);
});

function refusal(error) {
  return new Failure('json-ld', `${error?.code ? `${error.code}: ` : ''}${error?.message}`);
}

const MODES = {'json-ld-1.0': '1.0', 'json-ld-1.1': '1.1'};

// A neutral source as text and the options of the parser.
export function enterSource([document, contexts, asked]) {
  const [base, expandContext, processingMode, rdfDirection, produceGeneralizedRdf] = asked;
  const options = {documentLoader: serving(contexts), processingMode: MODES[processingMode], produceGeneralizedRdf};
  if (base !== null) {
    options.baseIRI = base;
  }
  if (expandContext !== null) {
    options.context = json(expandContext);
  }
  if (rdfDirection !== null) {
    options.rdfDirection = rdfDirection;
  }
  return {text: JSON.stringify(json(document)), options};
}
