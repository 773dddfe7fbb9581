// cbor-x. Maps are Map, the one type of the library that keeps keys of any type, and their order. Integers
// of more than 32 bits are BigInt, without which the library writes them as floats.

import {Failure, refusing} from '../failures.mjs';
import {library} from '../library.mjs';
import {WholeFloat, named, put} from '../neutral.mjs';

export default async function (load, folder) {
  const {Decoder, Encoder, Tag} = await load('cbor-x');
  const options = {mapsAsObjects: false, useRecords: false, tagUint8Array: false};
  const encoder = new Encoder(options);
  const decoder = new Decoder(options);

  function native(value) {
    if (value instanceof WholeFloat) {
      throw new Failure('unsupported', 'JavaScript has one type for numbers: a whole float becomes an integer');
    }
    if (Number.isInteger(value) && (value >= 2 ** 32 || value < -(2 ** 32))) {
      return BigInt(value);
    }
    if (value === null || typeof value !== 'object' || value instanceof Uint8Array) {
      return value;
    }
    if (Array.isArray(value)) {
      switch (value.named) {
        case undefined:
          return value.map(native);
        case 'Map':
          return new Map(value[0].map(([key, member]) => [native(key), native(member)]));
        case 'Tag':
          return new Tag(native(value[1]), Number(value[0]));
        default:
          if (value[0] === 23) {
            return undefined;
          }
          throw new Failure('unsupported', 'cbor-x has no simple values but undefined');
      }
    }
    return new Map(Object.entries(value).map(([key, member]) => [key, native(member)]));
  }

  function neutral(value) {
    if (value === undefined) {
      return named('Simple', 23);
    }
    if (value === null || typeof value !== 'object' || value instanceof Uint8Array) {
      return value;
    }
    if (Array.isArray(value)) {
      return value.map(neutral);
    }
    if (value instanceof Tag) {
      return named('Tag', value.tag, neutral(value.value));
    }
    if (!(value instanceof Map)) {
      throw new Failure('unsupported', `a ${value.constructor?.name} is no neutral value`);
    }
    const entries = [...value].map(([key, member]) => [neutral(key), neutral(member)]);
    if (!entries.every(([key]) => typeof key === 'string')) {
      return named('Map', entries);
    }
    const found = {};
    entries.forEach(([key, member]) => put(found, key, member));
    return found;
  }

  return {
    library: library(folder, 'cbor-x'),
    stages: {
      'cbor.encode': {enter: native, run: (value) => encoder.encode(value)},
      'cbor.decode': {run: refusing('malformed', (octets) => decoder.decode(octets)), leave: neutral},
    },
  };
}
