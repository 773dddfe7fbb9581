// What ISO/IEC 18013-5:2021 demands of a reader and @owf/mdoc leaves out, in plain code around what it returns.
// These checks are made in the clock, after the library's own.

import {demand} from '../failures.mjs';

const same = (received, written) =>
  demand(Buffer.compare(received, written) === 0, 'written otherwise than it is signed (RFC 9052, 4.4)');

// 9.3.1, 9.1.3, RFC 9052, 4.4: signatures and digests are of the bytes as received. The library takes them of what
// it wrote anew, so what it wrote must stand in the `presented` bytes; items are looked for where they are hashed.
export const hashing = (presented, digest) => (given) => {
  demand(presented.includes(given.bytes), 'an item is written otherwise than its digest is of (9.3.1)');
  return digest(given);
};

// `received` are maps as CBOR has them.
export function checkIssuerWritten(received, {issuerAuth}) {
  same(received.get('issuerAuth')[0], issuerAuth.protectedHeaders.encodedStructure);
}

export function checkDeviceWritten(received, {deviceAuth: {deviceSignature}, deviceNamespaces}) {
  same(received.get('deviceAuth').get('deviceSignature')[0], deviceSignature.protectedHeaders.encodedStructure);
  same(received.get('nameSpaces').buffer, deviceNamespaces.encode());
}

// 9.1.2.5, 9.3.1: each digest vouches for one item, and each element is there once.
export function checkItems(namespaces) {
  for (const [space, items] of namespaces) {
    const once = (name) => new Set(items.map((item) => item[name])).size === items.length;
    demand(once('digestId'), `a digestID of ${space} is there twice (9.1.2.5)`);
    demand(once('elementIdentifier'), `an element of ${space} is there twice (9.3.1)`);
  }
}

// 8.3.2.1.2.3, 8.3.2.1.2.2, 9.1.3.4: a response without an error, of the one document that was asked for, whose
// DeviceAuth is a signature alone.
export function checkResponse({status, documents}, docType) {
  demand(status === 0, 'the status is one of an error (8.3.2.1.2.3)');
  demand(documents?.length === 1 && documents[0].docType === docType, 'another document (8.3.2.1.2.2)');
  demand(documents[0].deviceSigned.deviceAuth.deviceMac === undefined, 'DeviceAuth is not one of two (9.1.3.4)');
}

// 9.1.2.4: the device key signs those elements only that the issuer lets it.
export function checkAuthorized(namespaces, keyAuthorizations) {
  for (const [space, elements] of namespaces) {
    const some = keyAuthorizations?.dataElements?.get(space) ?? [];
    const all = keyAuthorizations?.namespaces?.includes(space) ?? false;
    demand(
      all || [...elements.keys()].every((name) => some.includes(name)),
      `the device key is not authorized for ${space} (9.1.2.4)`,
    );
  }
}
