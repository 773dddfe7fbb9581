// What VC-DI-EDDSA and VC-DI-ECDSA demand of a verifier of eddsa-jcs-2022 and ecdsa-jcs-2019, both in 3.3.2, and
// Digital Bazaar's suites leave out, in plain code around them, in the clock.

import {isDeepStrictEqual} from 'node:util';

import {demand} from '../failures.mjs';

const listed = (value) => (Array.isArray(value) ? value : [value]);

// Step 4.1: the document's @context starts with the values of the proof's. The suites compare values by identity,
// which an object that was parsed twice never has: so the proof gets the document's, where they are equal.
export function checkStart({'@context': given, proof}) {
  const contexts = listed(given);
  for (const each of listed(proof)) {
    const signed = each?.['@context'];
    if (signed === undefined) {
      continue;
    }
    const equal = listed(signed).every((value, place) => isDeepStrictEqual(value, contexts[place]));
    demand(equal, "the document's @context does not start with the proof's (3.3.2 step 4.1)");
    each['@context'] = Array.isArray(signed) ? contexts.slice(0, signed.length) : contexts[0];
  }
}

// Steps 4.2 and 9: what is verified has the @context that was signed, without what was added since.
export function keepSigned(document, results) {
  const {proof} = results.find(({verified}) => verified);
  if (proof['@context'] !== undefined) {
    document['@context'] = proof['@context'];
  }
}
