// Whole roles of eddsa-rdfc-2022 and ecdsa-rdfc-2019 with another canonicalization than their suites bring, which
// take it as a function. `enter` makes what it needs of contexts, outside the clock, and keeps nothing else.

import {loader} from './contexts.mjs';
import {resolve} from './did-key.mjs';
import {proofs} from './proofs.mjs';

// `canonize` is given a document, what `enter` made, whether data loss is to be refused, and the hash.
export async function rdfcRoles(load, enter, canonize) {
  const {default: jsigs} = await load('jsonld-signatures');
  const {DataIntegrityProof} = await load('@digitalbazaar/data-integrity');
  const {cryptosuite: eddsa} = await load('@digitalbazaar/eddsa-rdfc-2022-cryptosuite');
  const {cryptosuite: ecdsa} = await load('@digitalbazaar/ecdsa-rdfc-2019-cryptosuite');
  const {selectJsonLd} = await load('@digitalbazaar/di-sd-primitives');
  const Ed25519 = await load('@digitalbazaar/ed25519-multikey');
  const Ecdsa = await load('@digitalbazaar/ecdsa-multikey');
  const {issuing, reissuing, verifying} = proofs(jsigs, DataIntegrityProof, selectJsonLd);

  const entered = (contexts) => ({load: loader(contexts, resolve), made: enter(contexts)});

  const roles = (suite, from, random) => {
    const over = ({made}) => ({
      ...suite,
      canonize: (input, {safe, messageDigestAlgorithm: hash = 'SHA-256'}) => canonize(input, made, {safe, hash}),
    });
    const given = {suite: over, from, entered, random, base: 'z'};
    return {
      [`${suite.name}.issue`]: issuing(given),
      [`${suite.name}.present`]: reissuing(given),
      [`${suite.name}.verify`]: verifying(given),
    };
  };

  return {...roles(eddsa, Ed25519.from, false), ...roles(ecdsa, Ecdsa.from, true)};
}
