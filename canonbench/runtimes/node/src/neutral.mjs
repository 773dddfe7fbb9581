// Neutral values as JSON: every array begins with a tag, everything else stands for itself.
//   ["l", ...] list   ["t", ...] tuple   ["n", NAME, ...] tuple with a name   ["b", BASE64] octets
//   ["i", DECIMAL] integer beyond 2^53 - 1   ["f", TEXT] float that is whole or not finite
// Here lists and tuples are arrays; a name stays as the property `named`.

import {createHash} from 'node:crypto';

export class WholeFloat {
  constructor(text) {
    this.value = {nan: NaN, inf: Infinity, '-inf': -Infinity}[text] ?? Number(text);
  }
}

export function decode(value) {
  if (value === null || typeof value !== 'object') {
    return value;
  }
  if (!Array.isArray(value)) {
    const found = {};
    for (const [key, member] of Object.entries(value)) {
      put(found, key, decode(member));
    }
    return found;
  }
  const [tag, ...items] = value;
  switch (tag) {
    case 'b':
      return Buffer.from(items[0], 'base64');
    case 'i':
      return BigInt(items[0]);
    case 'f':
      return new WholeFloat(items[0]);
    case 'n': {
      const [named, ...members] = items;
      return Object.assign(members.map(decode), {named});
    }
    default:
      return items.map(decode);
  }
}

export function put(target, key, value) {
  if (key === '__proto__') {
    Object.defineProperty(target, key, {value, enumerable: true, configurable: true, writable: true});
  } else {
    target[key] = value;
  }
}

// A JSON document as JSON.parse gives it: one type for all numbers, and objects as the engine makes them.
export const json = (value) =>
  JSON.parse(JSON.stringify(value, (_key, member) =>
    member instanceof WholeFloat ? member.value : typeof member === 'bigint' ? Number(member) : member));

export function named(name, ...items) {
  return Object.assign(items, {named: name});
}

export function encode(value) {
  if (value === null || typeof value === 'boolean' || typeof value === 'string') {
    return value;
  }
  if (typeof value === 'number') {
    return Number.isFinite(value) && !Object.is(value, -0) && Math.abs(value) < 2 ** 53 ? value : ['f', float(value)];
  }
  if (typeof value === 'bigint') {
    return ['i', value.toString()];
  }
  if (value instanceof WholeFloat) {
    return ['f', float(value.value)];
  }
  if (value instanceof Uint8Array) {
    return ['b', Buffer.from(value.buffer, value.byteOffset, value.byteLength).toString('base64')];
  }
  if (Array.isArray(value)) {
    return value.named ? ['n', value.named, ...value.map(encode)] : ['l', ...value.map(encode)];
  }
  const found = {};
  for (const [key, member] of Object.entries(value)) {
    put(found, key, encode(member));
  }
  return found;
}

const float = (value) =>
  Number.isNaN(value) ? 'nan' : Object.is(value, -0) ? '-0.0' : Number.isFinite(value) ? String(value) : value > 0 ? 'inf' : '-inf';

export const digest = (neutral) => createHash('sha256').update(JSON.stringify(neutral)).digest('hex');
