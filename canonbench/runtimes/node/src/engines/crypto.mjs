// node:crypto: OpenSSL as Node.js brings it. Keys are made outside the clock, as KeyObject.

import crypto from 'node:crypto';

import {Failure} from '../failures.mjs';
import {HASHES, key} from '../keys.mjs';
import {builtin} from '../library.mjs';

const hash = (name) => (octets) => crypto.createHash(name).update(octets).digest();

function verified(good) {
  if (!good) {
    throw new Failure('verification', 'the signature does not verify');
  }
  return true;
}

const ecdsa = (neutral) => ({key: key(neutral), dsaEncoding: 'ieee-p1363'});

export default async function () {
  return {
    library: builtin(),
    stages: {
      'hashing.sha256': {run: hash('sha256')},
      'hashing.sha384': {run: hash('sha384')},
      'hmac.sha256': {run: ([secret, message]) => crypto.createHmac('sha256', secret).update(message).digest()},
      'hkdf.derive': {
        run: ([secret, salt, info, length]) => Buffer.from(crypto.hkdfSync('sha256', secret, salt, info, length)),
      },
      'eddsa.sign': {
        enter: ([neutral, message]) => [key(neutral), message],
        run: ([own, message]) => crypto.sign(null, message, own),
      },
      'eddsa.verify': {
        enter: ([neutral, message, signature]) => [key(neutral), message, signature],
        run: ([own, message, signature]) => verified(crypto.verify(null, message, own, signature)),
      },
      'ecdsa.sign': {
        enter: ([neutral, message, deterministic]) => {
          if (deterministic) {
            throw new Failure('unsupported', 'node:crypto has no nonce of RFC 6979');
          }
          return [HASHES[neutral[0]], message, ecdsa(neutral)];
        },
        run: ([algorithm, message, own]) => crypto.sign(algorithm, message, own),
        random: true,
      },
      'ecdsa.verify': {
        enter: ([neutral, message, signature]) => [HASHES[neutral[0]], message, ecdsa(neutral), signature],
        run: ([algorithm, message, own, signature]) => verified(crypto.verify(algorithm, message, own, signature)),
      },
      'ecdh.agree': {
        enter: ([own, other]) => ({privateKey: key(own), publicKey: key(other)}),
        run: (keys) => crypto.diffieHellman(keys),
      },
    },
  };
}
