// Contexts written into the document, for a library that cannot be handed any. Each is made once, without the
// addresses in it (also those of scoped contexts); one that names itself would go on for ever, and is refused.

import {Failure} from './failures.mjs';
import {json} from './neutral.mjs';

const relative = () => new Failure('unsupported', 'addresses of contexts that are relative are not written out');

export function inlining(contexts) {
  const made = new Map();
  const underway = new Set();

  function named(url) {
    if (underway.has(url)) {
      throw new Failure(
        'unsupported', 'a context names itself, and this library takes contexts only inside the document');
    }
    if (!made.has(url)) {
      if (!(url in contexts)) {
        throw URL.canParse(url) ? new Failure('json-ld', `loading remote context failed: no context ${url}`) : relative();
      }
      underway.add(url);
      try {
        made.set(url, context(json(contexts[url]['@context'])));
      } finally {
        underway.delete(url);
      }
    }
    return made.get(url);
  }

  function context(found) {
    if (Array.isArray(found)) {
      return found.flatMap(context);
    }
    return typeof found === 'string' ? named(found) : inside(found);
  }

  function inside(value) {
    if (Array.isArray(value)) {
      return value.map(inside);
    }
    if (value === null || typeof value !== 'object') {
      return value;
    }
    return Object.fromEntries(Object.entries(value).map(([key, member]) =>
      [key, key === '@context' ? context(member) : inside(member)]));
  }

  return inside;
}
