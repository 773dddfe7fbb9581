// Neutral keys (algorithm, public octets, secret octets) as KeyObject.

import crypto from 'node:crypto';

import {refusing} from './failures.mjs';

const SIZES = {'P-256': 32, 'P-384': 48};

export const HASHES = {'P-256': 'sha256', 'P-384': 'sha384'};

function jwk([algorithm, octets, secret]) {
  const d = secret.length ? {d: secret.toString('base64url')} : {};
  if (algorithm === 'Ed25519') {
    return {kty: 'OKP', crv: algorithm, x: octets.toString('base64url'), ...d};
  }
  const size = SIZES[algorithm];
  const [x, y] = [octets.subarray(1, 1 + size), octets.subarray(1 + size)];
  return {kty: 'EC', crv: algorithm, x: x.toString('base64url'), y: y.toString('base64url'), ...d};
}

export const key = refusing('malformed', (neutral) => {
  const secret = neutral[2].length > 0;
  return (secret ? crypto.createPrivateKey : crypto.createPublicKey)({key: jwk(neutral), format: 'jwk'});
});
