// Whole roles of Data Integrity by jsonld-signatures, @digitalbazaar/data-integrity and their cryptosuites.
//
// eddsa-rdfc-2022 and ecdsa-rdfc-2019 take their canonicalization as a function, so that the cache of resolved
// contexts is handed in, and the limit of work is the one of every engine here. ecdsa-sd-2023 does neither:
// contexts stay in the cache of jsonld.js's module. eddsa-jcs-2022 and ecdsa-jcs-2019 load no context.

import {checkStart, keepSigned} from '../checks/data-integrity.mjs';
import {caching, loader} from '../contexts.mjs';
import {resolve} from '../did-key.mjs';
import {Failure} from '../failures.mjs';
import {library, locked} from '../library.mjs';
import {proofs} from '../proofs.mjs';

const WORK_FACTOR = 3;

export default async function (load, folder) {
  const suiteOf = (name) => load(`@digitalbazaar/${name}-cryptosuite`);
  const {default: jsigs} = await load('jsonld-signatures');
  const {DataIntegrityProof} = await load('@digitalbazaar/data-integrity');
  const {cryptosuite: eddsa} = await suiteOf('eddsa-rdfc-2022');
  const {cryptosuite: ecdsa} = await suiteOf('ecdsa-rdfc-2019');
  const eddsaJcs = await suiteOf('eddsa-jcs-2022');
  const ecdsaJcs = await suiteOf('ecdsa-jcs-2019');
  const selective = await suiteOf('ecdsa-sd-2023');
  const {selectJsonLd} = await load('@digitalbazaar/di-sd-primitives');
  const Ed25519 = await load('@digitalbazaar/ed25519-multikey');
  const Ecdsa = await load('@digitalbazaar/ecdsa-multikey');
  const {cache, resolver} = caching(folder);
  const {issuing, reissuing, deriving, verifying} = proofs(jsigs, DataIntegrityProof, selectJsonLd);
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

  const rdfc = (suite, from, random) => {
    const given = {suite: over(suite), from, entered, cache, random, base: 'z'};
    return {
      [`${suite.name}.issue`]: issuing(given),
      [`${suite.name}.present`]: reissuing(given),
      [`${suite.name}.verify`]: verifying(given),
    };
  };

  const none = {load: loader({}, resolve)};

  const jcs = ({createSignCryptosuite, createVerifyCryptosuite}, from, random) => {
    const given = {suite: createSignCryptosuite, from, entered: () => none, random, base: 'z'};
    const {name} = createSignCryptosuite();
    return {
      [`${name}.issue`]: issuing(given),
      [`${name}.present`]: reissuing(given),
      [`${name}.verify`]: verifying(
        {...given, suite: createVerifyCryptosuite, before: checkStart, after: keepSigned}),
    };
  };

  return {
    library: {...library(folder, '@digitalbazaar/data-integrity'), source: locked(folder)},
    stages: {
      ...rdfc(eddsa, Ed25519.from, false),
      ...rdfc(ecdsa, Ecdsa.from, true),
      ...jcs(eddsaJcs, Ed25519.from, false),
      ...jcs(ecdsaJcs, Ecdsa.from, true),
      'ecdsa-sd-2023.issue': issuing({
        suite: (_kept, mandatoryPointers) => selective.createSignCryptosuite({mandatoryPointers}),
        from: Ecdsa.from, entered: remembered, random: true,
      }),
      'ecdsa-sd-2023.present': deriving({
        suite: (selectivePointers) => selective.createDiscloseCryptosuite({selectivePointers}), entered: remembered,
      }),
      'ecdsa-sd-2023.verify': verifying({
        suite: () => selective.createVerifyCryptosuite(), entered: remembered, base: 'u',
      }),
    },
  };
}
