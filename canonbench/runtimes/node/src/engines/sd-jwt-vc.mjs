// @sd-jwt/sd-jwt-vc: whole roles of SD-JWT VC. It is handed hashes, salts and signatures of node:crypto.
// Keys of a stage are made outside the clock, but for the holder's, which stands in the credential; those of a
// role in the call. As a role, *verify* is the library and what it leaves out of the text; as a stage, it alone.

import crypto from 'node:crypto';

import {check} from '../checks/sd-jwt-vc.mjs';
import {Failure, refusingLater} from '../failures.mjs';
import {HASHES, key, reading, secretKey} from '../keys.mjs';
import {library} from '../library.mjs';
import {json} from '../neutral.mjs';

const NAMES = {Ed25519: 'EdDSA', 'P-256': 'ES256', 'P-384': 'ES384'};
const ALGORITHMS = Object.fromEntries(Object.entries(NAMES).map(([name, alg]) => [alg, name]));
const SALT = 16;

const hasher = (data, alg) => crypto.createHash(alg.replace('-', '')).update(Buffer.from(data)).digest();
const saltGenerator = (length) => crypto.randomBytes(length ?? SALT).toString('base64url');

const options = (own, algorithm) => (algorithm === 'Ed25519' ? own : {key: own, dsaEncoding: 'ieee-p1363'});
const hashOf = (algorithm) => HASHES[algorithm] ?? null;

function signer(own, algorithm) {
  const given = options(own, algorithm);
  return (data) => crypto.sign(hashOf(algorithm), Buffer.from(data), given).toString('base64url');
}

function verifier(own, algorithm) {
  const given = options(own, algorithm);
  return (data, signature) => {
    // What decodes a signature is handed in, too. Node.js takes padding, white space and pad bits that RFC 7515
    // forbids, so only what is encoded as the text has it counts.
    const octets = Buffer.from(signature, 'base64url');
    return octets.toString('base64url') === signature
      && crypto.verify(hashOf(algorithm), Buffer.from(data), given, octets);
  };
}

// The key binding is checked with the key that the issuer confirmed, whatever it is.
function holderVerifier(data, signature, payload) {
  const {jwk} = payload.cnf;
  const algorithm = jwk.crv;
  return verifier(crypto.createPublicKey({key: jwk, format: 'jwk'}), algorithm)(data, signature);
}

function disclosureFrame([, members, decoys]) {
  const found = {};
  const disclosable = Object.entries(members).filter(([, inner]) => inner[0]).map(([name]) => name);
  if (disclosable.length) {
    found._sd = disclosable;
  }
  if (decoys) {
    found._sd_decoy = decoys;
  }
  for (const [name, inner] of Object.entries(members)) {
    const below = disclosureFrame(inner);
    if (Object.keys(below).length) {
      found[name] = below;
    }
  }
  return found;
}

function presentationFrame(pointers) {
  const found = {};
  for (const pointer of pointers) {
    const tokens = pointer.split('/').slice(1).map((token) => token.replaceAll('~1', '/').replaceAll('~0', '~'));
    let place = found;
    tokens.forEach((token, index) => {
      const last = index === tokens.length - 1;
      place[token] = last ? place[token] ?? true : typeof place[token] === 'object' ? place[token] : {};
      place = place[token];
    });
  }
  return found;
}

const noStatus = () => {
  throw new Failure('unsupported', 'a status list is not fetched');
};

function undeterministic(deterministic, algorithm) {
  if (deterministic && algorithm !== 'Ed25519') {
    throw new Failure('unsupported', 'node:crypto has no nonce of RFC 6979');
  }
}

export default async function (load, folder) {
  const {SDJwtVcInstance} = await load('@sd-jwt/sd-jwt-vc');
  const secret = reading(await load('base58-universal'));
  const signing = ([, value]) => {
    const {algorithm, octets} = secret(value);
    return signer(secretKey(algorithm, octets), algorithm);
  };

  return {
    library: library(folder, '@sd-jwt/sd-jwt-vc'),
    stages: {
      'sd_jwt.issue': {
        enter: ([own, {alg, ...header}, claims, frame, , deterministic]) => {
          undeterministic(deterministic, own[0]);
          return {
            instance: new SDJwtVcInstance({hasher, saltGenerator, signAlg: alg, signer: signer(key(own), own[0])}),
            claims: json(claims), frame: disclosureFrame(frame), header: json(header),
          };
        },
        waits: true, random: true,
        run: refusingLater('malformed', ({instance, claims, frame, header}) => instance.issue(claims, frame, {header})),
      },
      'sd_jwt.present': {
        enter: ([own, text, pointers, aud, nonce, iat, algorithm, deterministic]) => {
          undeterministic(deterministic, own[0]);
          return {
            instance: new SDJwtVcInstance({
              hasher, kbSignAlg: algorithm, kbSigner: signer(key(own), ALGORITHMS[algorithm]),
            }),
            text, frame: presentationFrame(pointers), binding: {payload: {iat, aud, nonce}},
          };
        },
        waits: true, random: true,
        run: refusingLater('malformed', ({instance, text, frame, binding}) => instance.present(text, frame, {kb: binding})),
      },
      'sd_jwt.verify': {
        enter: ([own, text, policy]) => {
          const [binding, now, , nonce, leeway, , , , required] = policy;
          return {
            instance: new SDJwtVcInstance({
              hasher, verifier: verifier(key(own), own[0]), kbVerifier: holderVerifier, statusListFetcher: noStatus,
            }),
            text,
            options: {
              currentDate: now?.value ?? now,
              skewSeconds: leeway?.value ?? leeway,
              requiredClaimKeys: required,
              ...(binding === 'required' ? {keyBindingNonce: nonce} : {}),
            },
          };
        },
        waits: true, leave: ({payload}) => payload,
        run: refusingLater('verification', ({instance, text, options: given}) => instance.verify(text, given)),
      },
      'sd-jwt-vc.issue': {
        enter: ([claims, frame, {alg, ...header}, material]) =>
          ({claims: json(claims), frame: disclosureFrame(frame), alg, header: json(header), material}),
        waits: true, random: true,
        run: refusingLater('malformed', async ({claims, frame, alg, header, material}) => {
          const hashAlg = alg === 'ES384' ? 'sha-384' : 'sha-256';
          const instance = new SDJwtVcInstance({
            hasher, hashAlg, saltGenerator, signAlg: alg, signer: signing(material),
          });
          return Buffer.from(await instance.issue(claims, frame, {header}));
        }),
      },
      'sd-jwt-vc.present': {
        enter: ([issued, pointers, holder]) => ({issued, frame: presentationFrame(pointers), holder}),
        waits: true, random: true,
        run: refusingLater('malformed', async ({issued, frame, holder}) => {
          if (holder === null) {
            const instance = new SDJwtVcInstance({hasher});
            return Buffer.from(await instance.present(issued.toString('latin1'), frame));
          }
          const [[, value], aud, nonce, iat] = holder;
          const {algorithm, octets} = secret(value);
          const instance = new SDJwtVcInstance({
            hasher, kbSignAlg: NAMES[algorithm], kbSigner: signer(secretKey(algorithm, octets), algorithm),
          });
          const binding = {payload: {iat, aud, nonce}};
          return Buffer.from(await instance.present(issued.toString('latin1'), frame, {kb: binding}));
        }),
      },
      'sd-jwt-vc.verify': {
        enter: ([presented, now, issuer, audience, nonce, roots]) => {
          if (roots.length) {
            throw new Failure('unsupported', 'certificates and status are not measured: scope issuer or holder');
          }
          return {presented, now, issuer: json(issuer), audience, nonce};
        },
        waits: true, leave: ({payload}) => payload,
        run: refusingLater('verification', async ({presented, now, issuer, audience, nonce}) => {
          const own = crypto.createPublicKey({key: issuer, format: 'jwk'});
          const instance = new SDJwtVcInstance({
            hasher, verifier: verifier(own, issuer.crv), kbVerifier: holderVerifier, statusListFetcher: noStatus,
          });
          const text = presented.toString('latin1');
          const bound = nonce !== '';
          const found = await instance.verify(text, {currentDate: now, ...(bound ? {keyBindingNonce: nonce} : {})});
          check(text, found, {now, issuer, audience, bound, hasher});
          return found;
        }),
      },
    },
  };
}
