// did:key: the verification method and the controller document that a URL of it stands for, as a document
// loader gives them. Both are in the URL itself.

const PREFIX = 'did:key:';
const CONTEXT = ['https://www.w3.org/ns/did/v1', 'https://w3id.org/security/multikey/v1'];
const PURPOSES = ['assertionMethod', 'authentication', 'capabilityInvocation', 'capabilityDelegation'];

export function multikey(id, controller, publicKeyMultibase) {
  return {'@context': CONTEXT[1], id, type: 'Multikey', controller, publicKeyMultibase};
}

export function resolve(url) {
  if (!url.startsWith(PREFIX)) {
    return undefined;
  }
  const [controller, fragment] = url.split('#');
  const publicKeyMultibase = controller.slice(PREFIX.length);
  const id = `${controller}#${publicKeyMultibase}`;
  const document = fragment === undefined ?
    {'@context': CONTEXT, id: controller, ...Object.fromEntries(PURPOSES.map((purpose) => [purpose, [id]]))} :
    multikey(id, controller, publicKeyMultibase);
  return url === document.id ? {contextUrl: null, documentUrl: url, document} : undefined;
}
