// @owf/mdoc: whole roles of mdoc. It is handed random octets, hashes, signatures and certificates by
// node:crypto, as its documentation has it.
//
// It draws digestIDs of 32 bits, and ISO/IEC 18013-5 (9.1.2.5) wants less than 2^31: the first bit of what it
// is handed for one is clear. *verify* is the library and what it leaves out of the text.

import crypto, {X509Certificate} from 'node:crypto';

import {
  checkAuthorized, checkDeviceWritten, checkIssuerWritten, checkItems, checkResponse, hashing,
} from '../checks/mdoc.mjs';
import {Failure, demand, refusingLater} from '../failures.mjs';
import {HASHES, key as publicKey, reading, secretKey} from '../keys.mjs';
import {library} from '../library.mjs';
import {WholeFloat, named, put} from '../neutral.mjs';

const DIGEST_ID_SIZE = 4;
const FULL_DATE = 1004;
const CURVES = {Ed25519: 6, 'P-256': 1, 'P-384': 2};
const TYPES = {Ed25519: 1, 'P-256': 2, 'P-384': 2};
const ALGORITHMS = {Ed25519: -8, 'P-256': -7, 'P-384': -35};
const UNCOMPRESSED = Buffer.from([4]);
const NOTHING = Buffer.alloc(0);
const NAMES = Object.fromEntries(Object.entries(CURVES).map(([name, curve]) => [curve, name]));

function random(length) {
  const drawn = crypto.randomBytes(length);
  if (length === DIGEST_ID_SIZE) {
    drawn[0] &= 0x7f;
  }
  return drawn;
}

const form = (name, own) => (name === 'Ed25519' ? own : {key: own, dsaEncoding: 'ieee-p1363'});

function sign({toBeSigned, key}) {
  const name = NAMES[key.curve];
  return crypto.sign(HASHES[name] ?? null, toBeSigned, form(name, secretKey(name, key.d)));
}

function verify({sign1, key}) {
  const name = NAMES[key.curve];
  if (sign1.protectedHeaders.headers.get(1) !== ALGORITHMS[name]) {
    return false;
  }
  const point = key.y ? Buffer.concat([UNCOMPRESSED, key.x, key.y]) : Buffer.from(key.x);
  const own = form(name, publicKey([name, point, NOTHING]));
  return crypto.verify(HASHES[name] ?? null, sign1.toBeSigned, own, sign1.signature);
}

const field = (text, name) =>
  text.split('\n').filter((line) => line.startsWith(`${name}=`)).map((line) => line.slice(name.length + 1));

function context(CoseKey) {
  const unsupported = () => {
    throw new Failure('unsupported', 'MACs and paths of certificates are not measured');
  };
  return {
    crypto: {
      random,
      digest: ({digestAlgorithm, bytes}) =>
        crypto.createHash(digestAlgorithm.replace('-', '').toLowerCase()).update(bytes).digest(),
      calculateEphemeralMacKey: unsupported,
    },
    cose: {sign1: {sign, verify}, mac0: {sign: unsupported, verify: unsupported}},
    x509: {
      getIssuerNameField: ({certificate, field: name}) => field(new X509Certificate(certificate).issuer, name),
      getPublicKey: ({certificate}) => {
        const {crv, x, y} = new X509Certificate(certificate).publicKey.export({format: 'jwk'});
        return CoseKey.create({
          keyType: TYPES[crv], curve: CURVES[crv], x: Buffer.from(x, 'base64url'),
          ...(y ? {y: Buffer.from(y, 'base64url')} : {}),
        });
      },
      verifyCertificateChain: unsupported,
      getCertificateData: ({certificate}) => {
        const found = new X509Certificate(certificate);
        return {
          issuerName: found.issuer, subjectName: found.subject, serialNumber: found.serialNumber,
          thumbprint: found.fingerprint, pem: found.toString(),
          notBefore: new Date(found.validFrom), notAfter: new Date(found.validTo),
        };
      },
    },
  };
}

export default async function (load, folder) {
  const mdoc = await load('@owf/mdoc');
  const secret = reading(await load('base58-universal'));
  const {CoseKey, DateOnly, DeviceKey, DeviceResponse, DocRequest, DeviceRequest, Holder, IssuerSigned, Issuer} = mdoc;
  const handed = context(CoseKey);

  const signing = ([, value]) => {
    const {algorithm, octets} = secret(value);
    return CoseKey.create({
      keyType: TYPES[algorithm], curve: CURVES[algorithm], algorithm: ALGORITHMS[algorithm], d: octets,
    });
  };

  function native(value) {
    if (value instanceof WholeFloat) {
      throw new Failure('unsupported', 'a whole float would become an integer: JavaScript has one type for numbers');
    }
    if (value === null || typeof value !== 'object' || value instanceof Uint8Array) {
      return value;
    }
    if (!Array.isArray(value)) {
      return new Map(Object.entries(value).map(([key, member]) => [key, native(member)]));
    }
    if (value.named === undefined) {
      return value.map(native);
    }
    if (value.named === 'Tag' && value[0] === 0) {
      return new Date(value[1]);
    }
    if (value.named === 'Tag' && value[0] === FULL_DATE) {
      return new DateOnly(value[1]);
    }
    throw new Failure('unsupported', '@owf/mdoc has no tags but those of dates');
  }

  function neutral(value) {
    if (value instanceof DateOnly) {
      return named('Tag', FULL_DATE, value.toISOString());
    }
    if (value instanceof Date) {
      return named('Tag', 0, `${value.toISOString().split('.')[0]}Z`);
    }
    if (value instanceof Map) {
      const found = {};
      value.forEach((member, key) => put(found, key, neutral(member)));
      return found;
    }
    return Array.isArray(value) ? value.map(neutral) : value;
  }

  const asking = (docType, wanted) => DocRequest.create({
    itemsRequest: mdoc.ItemsRequest.create({
      docType,
      namespaces: new Map(Object.entries(wanted).map(([space, names]) =>
        [space, new Map(names.map((name) => [name, false]))])),
    }),
  });

  return {
    library: library(folder, '@owf/mdoc'),
    stages: {
      'mdoc.issue': {
        waits: true, random: true,
        enter: ([spaces, docType, material, certificates, [kty, crv, x, y], [signed, validFrom, validUntil, update], status]) => {
          if (status !== null || (update ?? null) !== null) {
            throw new Failure('unsupported', 'a status or an expected update is not measured: scope issuer or holder');
          }
          return {
            spaces: Object.entries(spaces).map(([space, values]) => [space, native(values)]),
            docType, material, certificates,
            deviceKey: DeviceKey.create({keyType: kty, curve: crv, x, ...(y === null ? {} : {y})}),
            validityInfo: {signed: new Date(signed), validFrom: new Date(validFrom), validUntil: new Date(validUntil)},
          };
        },
        run: refusingLater('malformed', async ({spaces, docType, material, certificates, deviceKey, validityInfo}) => {
          const signingKey = signing(material);
          const issuer = new Issuer(docType, handed);
          for (const [space, values] of spaces) {
            issuer.addIssuerNamespace(space, values);
          }
          const made = await issuer.sign({
            signingKey, algorithm: signingKey.algorithm, certificates, validityInfo, deviceKeyInfo: {deviceKey},
            digestAlgorithm: signingKey.curve === CURVES['P-384'] ? 'SHA-384' : 'SHA-256',
          });
          return made.encode();
        }),
      },
      'mdoc.present': {
        waits: true, random: true,
        enter: ([issued, docType, wanted, transcript, material, readerKey]) => {
          if (readerKey !== null) {
            throw new Failure('unsupported', 'a MAC is not measured: --binding signature');
          }
          return {issued, docType, wanted, transcript, material};
        },
        run: refusingLater('malformed', async ({issued, docType, wanted, transcript, material}) => {
          const issuerSigned = IssuerSigned.decode(issued);
          const request = asking(docType, wanted);
          if (material === null) {
            const issuerNamespaces = mdoc.limitDisclosureToDeviceRequestNameSpaces(issuerSigned, request);
            return IssuerSigned.create({issuerNamespaces, issuerAuth: issuerSigned.issuerAuth}).encode();
          }
          const response = await Holder.createDeviceResponseForDeviceRequest({
            deviceRequest: DeviceRequest.create({docRequests: [request]}),
            issuerSigned: [issuerSigned],
            sessionTranscript: mdoc.SessionTranscript.decode(transcript),
            signature: {signingKey: signing(material)},
          }, handed);
          return response.encode();
        }),
      },
      'mdoc.verify': {
        waits: true,
        enter: ([presented, docType, now, transcript, readerKey, roots]) => {
          if (readerKey !== null || roots.length) {
            throw new Failure('unsupported', 'MACs and paths of certificates are not measured: scope issuer or holder');
          }
          return {presented, docType, now: new Date(now), transcript};
        },
        run: refusingLater('verification', async ({presented, docType, now, transcript}) => {
          const policy = {now, disableCertificateChainValidation: true};
          const digest = hashing(presented, handed.crypto.digest);
          const reading = {...handed, crypto: {...handed.crypto, digest}};
          let received = mdoc.cborDecode(presented);
          let issuerSigned;
          let device = new Map();
          if (received.has('documents')) {
            const response = DeviceResponse.decode(presented);
            await response.verify({...policy, sessionTranscript: mdoc.SessionTranscript.decode(transcript)}, reading);
            checkResponse(response, docType);
            const [document] = response.documents;
            const {deviceSigned} = document;
            const [signed] = received.get('documents');
            checkDeviceWritten(signed.get('deviceSigned'), deviceSigned);
            received = signed.get('issuerSigned');
            ({issuerSigned} = document);
            device = deviceSigned.deviceNamespaces.encodedStructure;
          } else {
            issuerSigned = IssuerSigned.decode(presented);
            await issuerSigned.verify(policy, reading);
          }
          const {mobileSecurityObject} = issuerSigned.issuerAuth;
          demand(mobileSecurityObject.docType === docType, 'the MSO is of another document type (9.3.1)');
          checkIssuerWritten(received, issuerSigned);
          checkItems(issuerSigned.issuerNamespaces.issuerNamespaces);
          checkAuthorized(device, mobileSecurityObject.deviceKeyInfo.keyAuthorizations);
          return {docType, issuerSigned, device};
        }),
        leave: ({docType, issuerSigned, device}) => [
          docType,
          neutral(new Map([...issuerSigned.issuerNamespaces.issuerNamespaces].map(([space, items]) =>
            [space, new Map(items.map((item) => [item.elementIdentifier, item.elementValue]))]))),
          neutral(device),
        ],
      },
    },
  };
}
