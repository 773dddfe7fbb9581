// rdfjs-c14n. Its limit is 50 calls of Hash N-Degree Quads for each blank node, its highest and its default.

import {Failure} from './failures.mjs';

export const canonicalizing = (RDFC10) => (dataset, hash) => {
  const canonicalizer = new RDFC10();
  canonicalizer.hash_algorithm = hash;
  return canonicalizer.canonicalize(dataset).catch(refuse);
};

function refuse(error) {
  throw error instanceof RangeError ? new Failure('limit', error.message) : error;
}

// The library writes N-Quads, those that it hashes too, by a Writer of n3 without a format, which abbreviates
// numbers and booleans as Turtle does. Let every Writer give quads as text in the format N-Quads.
export function writeNQuads({Writer}) {
  const {quadToString} = Writer.prototype;
  const writer = new Writer({format: 'N-Quads'});
  Writer.prototype.quadToString = (...quad) => quadToString.apply(writer, quad);
}
