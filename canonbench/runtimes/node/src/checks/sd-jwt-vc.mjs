// What RFC 9901 and SD-JWT VC (draft 19) demand of a verifier and @sd-jwt/sd-jwt-vc leaves out, in plain code
// around what it returns. These checks are made in the clock, after the library's own.

import {isDeepStrictEqual} from 'node:util';

import {demand} from '../failures.mjs';

const ALGORITHMS = {Ed25519: ['EdDSA', 'Ed25519'], 'P-256': ['ES256'], 'P-384': ['ES384']};
const HASHES = ['sha-256', 'sha-384', 'sha-512'];
const NEVER_DISCLOSED = ['iss', 'nbf', 'exp', 'cnf', 'vct', 'vct#integrity', 'status'];
const RESERVED = ['_sd', '...', '_sd_alg'];
const TYPE = 'dc+sd-jwt';
const MAX_AGE = 300;

const isObject = (value) => value !== null && typeof value === 'object';
const decoded = (text) => JSON.parse(Buffer.from(text, 'base64url').toString());

// RFC 9901, 7.1 steps 3.3, 4 and 5: each Disclosure is there once, has a digest, and the form and name that its
// place wants; no digest is met twice.
function checkDisclosures(payload, texts, digest) {
  const pending = new Map(texts.map((text) => [digest(text), text]));
  demand(pending.size === texts.length, 'a Disclosure is there twice (RFC 9901, 4)');
  const seen = new Set();
  const take = (found, length) => {
    demand(!seen.has(found), 'a digest is there twice (RFC 9901, 7.1 step 4)');
    seen.add(found);
    if (!pending.has(found)) {
      return undefined;
    }
    const disclosure = decoded(pending.get(found));
    pending.delete(found);
    demand(disclosure.length === length, 'a Disclosure is not what its place wants (RFC 9901, 7.1 step 3.3)');
    visit(disclosure[length - 1]);
    return disclosure;
  };
  const visit = (value) => {
    if (Array.isArray(value)) {
      value.forEach((element) => (isObject(element) && '...' in element ? take(element['...'], 2) : visit(element)));
    } else if (isObject(value)) {
      const names = new Set(Object.keys(value));
      names.forEach((name) => name !== '_sd' && visit(value[name]));
      for (const found of value._sd ?? []) {
        const disclosure = take(found, 3);
        if (disclosure !== undefined) {
          const [, name] = disclosure;
          demand(!RESERVED.includes(name) && !names.has(name), `${name} is reserved or taken (RFC 9901, 7.1 step 3.3.2)`);
          names.add(name);
        }
      }
    }
  };
  visit(payload);
  demand(pending.size === 0, 'a Disclosure has no digest in the SD-JWT (RFC 9901, 7.1 step 5)');
}

// RFC 7515, 4.1.1 and 4.1.11, RFC 7517, 4.2 to 4.4, RFC 8725, 3.1: the key is one for that algorithm.
function checkKey({alg, crit}, {crv, use = 'sig', key_ops: operations = ['verify'], alg: meant = alg}) {
  demand(crit === undefined, 'critical extensions are not understood (RFC 7515, 4.1.11)');
  demand(ALGORITHMS[crv].includes(alg) && ALGORITHMS[crv].includes(meant), 'the key is for another algorithm (RFC 8725, 3.1)');
  demand(use === 'sig' && operations.includes('verify'), 'the key is not for verifying (RFC 7517, 4.2, 4.3)');
}

// RFC 7519, 4.1.4 to 4.1.6, on the processed payload (RFC 9901, 7.1 step 6). Nothing is before or after NaN.
function checkTimes(now, {exp = Infinity, nbf = now, iat = now}) {
  const seconds = (value) => (typeof value === 'number' ? value : NaN);
  demand(now < seconds(exp), 'expired (RFC 7519, 4.1.4)');
  demand(seconds(nbf) <= now, 'not valid yet (RFC 7519, 4.1.5)');
  demand(seconds(iat) <= now, 'issued in the future (RFC 7519, 4.1.6)');
}

// RFC 9901, 7.3: key binding as the verifier's policy has it, never as the presentation has it.
function checkBinding(kb, claims, audience, now) {
  checkKey(kb.header, claims.cnf.jwk);
  demand(kb.payload.aud === audience, 'the key binding is for another (RFC 9901, 7.3 step 5.6)');
  demand(kb.payload.iat >= now - MAX_AGE, 'the key binding is old (RFC 9901, 7.3 step 5.5)');
  checkTimes(now, kb.payload);
}

// Check what was `presented`, for which the library returned header, claims and, if bound, the key binding.
export function check(presented, {header, payload: claims, kb}, {now, issuer, audience, bound, hasher}) {
  const [jwt, ...texts] = presented.split('~');
  const last = texts.pop();
  demand(bound || last === '', 'an SD-JWT is expected, this is an SD-JWT+KB (RFC 9901, 4)');
  const payload = decoded(jwt.split('.')[1]);
  const {_sd_alg: algorithm = 'sha-256'} = payload;
  demand(HASHES.includes(algorithm), '_sd_alg is not understood (RFC 9901, 7.1 step 2.4)');
  checkKey(header, issuer);
  checkDisclosures(payload, texts, (text) => hasher(text, algorithm).toString('base64url'));
  demand(header.typ === TYPE && claims.vct, 'no SD-JWT VC (SD-JWT VC, 3.2.1, 3.2.2.1)');
  demand(
    NEVER_DISCLOSED.every((name) => isDeepStrictEqual(claims[name], payload[name])),
    'a Disclosure has a claim that must not be in one (SD-JWT VC, 3.2.2.2)',
  );
  checkTimes(now, claims);
  demand(claims.aud === undefined || [claims.aud].flat().includes(audience), 'for another audience (RFC 7519, 4.1.3)');
  if (bound) {
    checkBinding(kb, claims, audience, now);
  }
}
