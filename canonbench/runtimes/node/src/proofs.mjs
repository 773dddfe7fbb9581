// Roles of Data Integrity by jsonld-signatures and @digitalbazaar/data-integrity, whatever the cryptosuite.
// Keys are Multikeys, loaded in the call; did:key is resolved by the document loader, in the call, too.

import {checkProofs} from './checks/data-integrity.mjs';
import {resolve} from './did-key.mjs';
import {Failure, refusingLater} from './failures.mjs';
import {json} from './neutral.mjs';

const ABLE = ['type', 'cryptosuite', 'verificationMethod', 'proofPurpose', 'created'];

const octets = (document) => Buffer.from(JSON.stringify(document));

const parsed = (text) => JSON.parse(text.toString('utf8'));

function unsecured(text) {
  const document = parsed(text);
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
    throw unmeasured();
  }
  return {key: {...found.document, secretKeyMultibase}, term, created};
}

const unmeasured = () => new Failure('unsupported', 'the scope issuer and did:key alone are measured');

const alone = (holder) => {
  if (holder !== null) {
    throw unmeasured();
  }
};

const asked = ([text, at, , controllers, purpose, domain, challenge, lists]) => {
  if (Object.keys(controllers).length || domain || challenge || lists.length) {
    throw unmeasured();
  }
  return {text, policy: {term: purpose, at}};
};

// `select` takes a document and JSON pointers, and gives the part that they lead to.
export function proofs(jsigs, DataIntegrityProof, select) {
  const {ControllerProofPurpose} = jsigs.purposes;

  async function signed(document, {key, term, created}, from, cryptosuite, kept) {
    const signer = (await from(key)).signer();
    return octets(await jsigs.sign({...document}, {
      suite: new DataIntegrityProof({signer, date: created, cryptosuite}),
      purpose: new ControllerProofPurpose({term}),
      documentLoader: kept.load,
    }));
  }

  async function verified(text, cryptosuite, {term, at}, kept, {base, before, after}) {
    const document = parsed(text);
    checkProofs(document, at, base);
    before?.(document);
    const {verified: good, error, results} = await jsigs.verify(document, {
      suite: new DataIntegrityProof({cryptosuite}),
      purpose: new ControllerProofPurpose({term, date: at}),
      documentLoader: kept.load,
    });
    if (!good) {
      const why = error?.errors?.[0] ?? error;
      throw new Failure('verification', `${why?.name}: ${why?.message}`);
    }
    delete document.proof;
    after?.(document, results);
    return document;
  }

  // Each role of a suite: `suite` gives the suite for a call; `entered` what is kept for its contexts, which a
  // suite with a `cache` of them is handed. `base` is that of its proofValue, `before` and `after` are checks around
  // the library's own.
  const issuing = ({suite, from, entered, cache, random}) => ({
    cache, waits: true, random,
    enter: ([document, signer, contexts, more], kept) =>
      ({document: json(document), signer: signing(signer), more, kept: entered(contexts, kept)}),
    run: ({document, signer, more, kept}) => signed(document, signer, from, suite(kept, more), kept),
  });

  // Re-issuance of a part, where a suite has no derivation.
  const reissuing = ({suite, from, entered, cache, random}) => ({
    cache, waits: true, random,
    enter: ([text, pointers, signer, contexts, holder], kept) => {
      alone(holder);
      return {text, pointers, signer: signing(signer), kept: entered(contexts, kept)};
    },
    run: ({text, pointers, signer, kept}) =>
      signed(select({document: unsecured(text), pointers}), signer, from, suite(kept), kept),
  });

  const deriving = ({suite, entered}) => ({
    waits: true,
    enter: ([text, pointers, contexts, , holder]) => {
      alone(holder);
      return {text, pointers, kept: entered(contexts)};
    },
    run: async ({text, pointers, kept}) => octets(await jsigs.derive(parsed(text), {
      suite: new DataIntegrityProof({cryptosuite: suite(pointers)}),
      purpose: new ControllerProofPurpose({term: 'assertionMethod'}),
      documentLoader: kept.load,
    })),
  });

  const verifying = ({suite, entered, cache, ...checks}) => ({
    cache, waits: true,
    enter: (request, kept) => ({...asked(request), kept: entered(request[2], kept)}),
    run: refusingLater('verification', ({text, policy, kept}) => verified(text, suite(kept), policy, kept, checks)),
  });

  return {issuing, reissuing, deriving, verifying};
}
