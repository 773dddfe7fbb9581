// What JavaScript can be asked to canonicalize: a document within I-JSON.

import {Failure} from './failures.mjs';
import {WholeFloat} from './neutral.mjs';

export {json} from './neutral.mjs';

// JSON.parse would round such an integer, and numbers that are not finite are no JSON at all.
export function common(value) {
  if (typeof value === 'bigint') {
    throw new Failure('unsupported', 'JavaScript rounds integers beyond 2^53 - 1, which RFC 8785 leaves out');
  }
  if (value instanceof WholeFloat && !Number.isFinite(value.value)) {
    throw new Failure('unsupported', 'JSON.parse gives no number that is not finite');
  }
  if (value !== null && typeof value === 'object' && !(value instanceof WholeFloat)) {
    Object.values(value).forEach(common);
  }
  return value;
}
