// What VC Data Integrity 1.0 and its cryptosuites demand of a verifier and Digital Bazaar's libraries leave out, in
// plain code around jsonld-signatures, in the clock.

import {isDeepStrictEqual} from 'node:util';

import {demand} from '../failures.mjs';

const listed = (value) => (Array.isArray(value) ? value : [value]);

// XML Schema's dateTime; without an offset it is UTC (2.1).
const instant = (text) => Date.parse(/(Z|[+-]\d\d:\d\d)$/.test(text) ? text : `${text}Z`);

// VC Data Integrity, 2.1; VC-DI-EDDSA and VC-DI-ECDSA, 3.2.2 and 3.3.2, step 3. `base` is the multibase header.
export function checkProofs({proof}, at, base) {
  for (const {expires, verificationMethod, proofValue} of listed(proof)) {
    demand(typeof verificationMethod === 'string', 'verificationMethod is no string (VC Data Integrity, 2.1)');
    demand(expires === undefined || instant(expires) > instant(at), 'the proof has expired (VC Data Integrity, 2.1)');
    demand(proofValue?.[0] === base, `proofValue is not in the base of its suite, ${base} (VC-DI-EDDSA, 3.2.2 step 3)`);
  }
}

// VC-DI-EDDSA and VC-DI-ECDSA, 3.3.2 step 4.1: the document's @context starts with the values of the proof's. The
// suites compare values by identity, which an object that was parsed twice never has: so the proof gets the
// document's, where they are equal.
export function checkStart({'@context': given, proof}) {
  const contexts = listed(given);
  for (const each of listed(proof)) {
    const signed = each['@context'];
    if (signed === undefined) {
      continue;
    }
    const equal = listed(signed).every((value, place) => isDeepStrictEqual(value, contexts[place]));
    demand(equal, "the document's @context does not start with the proof's (3.3.2 step 4.1)");
    each['@context'] = Array.isArray(signed) ? contexts.slice(0, signed.length) : contexts[0];
  }
}

// 3.3.2 steps 4.2 and 9: what is verified has the @context that was signed, without what was added since.
export function keepSigned(document, results) {
  const {proof} = results.find(({verified}) => verified);
  if (proof['@context'] !== undefined) {
    document['@context'] = proof['@context'];
  }
}
