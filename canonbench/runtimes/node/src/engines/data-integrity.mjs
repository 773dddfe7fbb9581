// Whole roles of Data Integrity by jsonld-signatures, @digitalbazaar/data-integrity and their cryptosuites.
// Keys are Multikeys, loaded in the call; did:key is resolved by the document loader, in the call, too.
//
// The suites without selective disclosure take their canonicalization as a function, so that the cache of
// resolved contexts is handed in, and the limit of work is the one of every engine here. ecdsa-sd-2023 does
// neither: contexts stay in the cache of jsonld.js's module.

import {caching, loader} from '../contexts.mjs';
import {resolve} from '../did-key.mjs';
import {Failure, refusingLater} from '../failures.mjs';
import {library, locked} from '../library.mjs';
import {json} from '../neutral.mjs';

const WORK_FACTOR = 3;
const SELECTIVE = 'ecdsa-sd-2023';
const ABLE = ['type', 'cryptosuite', 'verificationMethod', 'proofPurpose', 'created'];

const octets = (document) => Buffer.from(JSON.stringify(document));

function unsecured(text) {
  const document = JSON.parse(text.toString('utf8'));
  delete document.proof;
  return document;
}

// What signs, in the library's documented form: a Multikey with its secret key, and what goes into the proof.
function signing([options, secretKeyMultibase]) {
  const more = Object.keys(options).filter((name) => !ABLE.includes(name));
  if (more.length) {
    throw new Failure('unsupported', `proof options that are not measured: ${more}`);
  }
  const {verificationMethod: id, proofPurpose: term, created = null} = options;
  const found = resolve(id);
  if (!found) {
    throw new Failure('unsupported', 'the scope issuer and did:key alone are measured');
  }
  return {key: {...found.document, secretKeyMultibase}, term, created};
}

export default async function (load, folder) {
  const {default: jsigs} = await load('jsonld-signatures');
  const {DataIntegrityProof} = await load('@digitalbazaar/data-integrity');
  const {cryptosuite: eddsa} = await load('@digitalbazaar/eddsa-rdfc-2022-cryptosuite');
  const {cryptosuite: ecdsa} = await load('@digitalbazaar/ecdsa-rdfc-2019-cryptosuite');
  const selective = await load('@digitalbazaar/ecdsa-sd-2023-cryptosuite');
  const {selectJsonLd} = await load('@digitalbazaar/di-sd-primitives');
  const Ed25519 = await load('@digitalbazaar/ed25519-multikey');
  const Ecdsa = await load('@digitalbazaar/ecdsa-multikey');
  const {cache, resolver} = caching(folder);
  const {ControllerProofPurpose} = jsigs.purposes;
  const served = new Map();

  // Contexts, entered once for a cache: all calls have the same, or each of them its own.
  function entered(contexts, kept) {
    if (kept.contexts !== contexts) {
      kept.contexts = contexts;
      kept.load = loader(contexts, resolve);
    }
    return kept;
  }

  // The cache of jsonld.js's module knows a context by its URL alone.
  function remembered(contexts) {
    for (const [url, document] of Object.entries(contexts)) {
      const text = JSON.stringify(document);
      if ((served.get(url) ?? text) !== text) {
        throw new Failure('unsupported', `${url} was another context before, and jsonld.js keeps that`);
      }
      served.set(url, text);
    }
    return {load: loader(contexts, resolve)};
  }

  const over = (suite) => ({resolved: kept}) => ({
    ...suite,
    canonize: (input, options) => suite.canonize(input, {
      ...options, maxWorkFactor: WORK_FACTOR, contextResolver: resolver({resolved: kept}),
    }),
  });

  async function signed(document, {key, term, created}, from, cryptosuite, kept) {
    const signer = (await from(key)).signer();
    return jsigs.sign({...document}, {
      suite: new DataIntegrityProof({signer, date: created, cryptosuite}),
      purpose: new ControllerProofPurpose({term}),
      documentLoader: kept.load,
    });
  }

  async function verified(text, cryptosuite, {term, at}, kept) {
    const document = JSON.parse(text.toString('utf8'));
    const {verified: good, error} = await jsigs.verify(document, {
      suite: new DataIntegrityProof({cryptosuite}),
      purpose: new ControllerProofPurpose({term, date: at}),
      documentLoader: kept.load,
    });
    if (!good) {
      const why = error?.errors?.[0] ?? error;
      throw new Failure('verification', `${why?.name}: ${why?.message}`);
    }
    delete document.proof;
    return document;
  }

  const asked = ([text, at, , controllers, purpose, domain, challenge, lists]) => {
    if (Object.keys(controllers).length || domain || challenge || lists.length) {
      throw new Failure('unsupported', 'the scope issuer and did:key alone are measured');
    }
    return {text, policy: {term: purpose, at}};
  };

  const whole = (name, suite, from) => ({
    [`${name}.issue`]: {
      cache, waits: true, random: name !== eddsa.name,
      enter: ([document, signer, contexts], kept) =>
        ({document: json(document), signer: signing(signer), kept: entered(contexts, kept)}),
      run: async ({document, signer, kept}) => octets(await signed(document, signer, from, suite(kept), kept)),
    },
    [`${name}.present`]: {
      cache, waits: true, random: name !== eddsa.name,
      enter: ([text, pointers, signer, contexts, holder], kept) => {
        if (holder !== null) {
          throw new Failure('unsupported', 'the scope issuer and did:key alone are measured');
        }
        return {text, pointers, signer: signing(signer), kept: entered(contexts, kept)};
      },
      run: async ({text, pointers, signer, kept}) => {
        const part = selectJsonLd({document: unsecured(text), pointers});
        return octets(await signed(part, signer, from, suite(kept), kept));
      },
    },
    [`${name}.verify`]: {
      cache, waits: true,
      enter: (request, kept) => ({...asked(request), kept: entered(request[2], kept)}),
      run: refusingLater('verification', ({text, policy, kept}) => verified(text, suite(kept), policy, kept)),
    },
  });

  return {
    library: {...library(folder, '@digitalbazaar/data-integrity'), source: locked(folder)},
    stages: {
      ...whole(eddsa.name, over(eddsa), Ed25519.from),
      ...whole(ecdsa.name, over(ecdsa), Ecdsa.from),
      [`${SELECTIVE}.issue`]: {
        waits: true, random: true,
        enter: ([document, signer, contexts, mandatoryPointers]) =>
          ({document: json(document), signer: signing(signer), mandatoryPointers, kept: remembered(contexts)}),
        run: async ({document, signer, mandatoryPointers, kept}) => {
          const suite = selective.createSignCryptosuite({mandatoryPointers});
          return octets(await signed(document, signer, Ecdsa.from, suite, kept));
        },
      },
      [`${SELECTIVE}.present`]: {
        waits: true,
        enter: ([text, selectivePointers, contexts, , holder]) => {
          if (holder !== null) {
            throw new Failure('unsupported', 'the scope issuer and did:key alone are measured');
          }
          return {text, selectivePointers, kept: remembered(contexts)};
        },
        run: async ({text, selectivePointers, kept}) => {
          const cryptosuite = selective.createDiscloseCryptosuite({selectivePointers});
          return octets(await jsigs.derive(JSON.parse(text.toString('utf8')), {
            suite: new DataIntegrityProof({cryptosuite}),
            purpose: new ControllerProofPurpose({term: 'assertionMethod'}),
            documentLoader: kept.load,
          }));
        },
      },
      [`${SELECTIVE}.verify`]: {
        waits: true,
        enter: (request) => ({...asked(request), kept: remembered(request[2])}),
        run: refusingLater('verification', ({text, policy, kept}) => verified(text, selective.createVerifyCryptosuite(), policy, kept)),
      },
    },
  };
}
