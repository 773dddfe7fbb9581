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

// What comes before a secret key in PKCS #8, without the public key, which OpenSSL finds by itself.
const PREFIXES = {
  Ed25519: '302e020100300506032b657004220420',
  'P-256': '3041020100301306072a8648ce3d020106082a8648ce3d030107042730250201010420',
  'P-384': '304e020100301006072a8648ce3d020106052b81040022043730350201010430',
};
const HEADERS = {8026: 'Ed25519', 8626: 'P-256', 8726: 'P-384'};

export function secretKey(algorithm, octets) {
  const der = Buffer.concat([Buffer.from(PREFIXES[algorithm], 'hex'), octets]);
  return crypto.createPrivateKey({key: der, format: 'der', type: 'pkcs8'});
}

// Return what reads a secretKeyMultibase: its algorithm and its octets.
export const reading = (base58) => refusing('malformed', (text) => {
  const octets = Buffer.from(base58.decode(text.slice(1)));
  return {algorithm: HEADERS[octets.subarray(0, 2).toString('hex')], octets: octets.subarray(2)};
});
