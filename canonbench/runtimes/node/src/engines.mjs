// The engines, by the names that canonbench gives them; only the one that is asked for is loaded.

const from = (module) => async (load, folder) => (await import(module)).default(load, folder);

export const engines = {
  'node-core': from('./engines/node.mjs'),
  'node-crypto': from('./engines/crypto.mjs'),
  'node-jsonld': from('./engines/jsonld.mjs'),
  'node-rdf-canonize': from('./engines/rdf-canonize.mjs'),
  'node-canonicalize': from('./engines/canonicalize.mjs'),
  'node-sd-jwt-vc': from('./engines/sd-jwt-vc.mjs'),
  'node-data-integrity': from('./engines/data-integrity.mjs'),
  'node-mdoc': from('./engines/mdoc.mjs'),
  'node-cbor-x': from('./engines/cbor-x.mjs'),
  'node-jsonld-streaming-parser': from('./engines/jsonld-streaming-parser.mjs'),
  'node-rdfjs-c14n': from('./engines/rdfjs-c14n.mjs'),
  'node-rdfjs': from('./engines/rdfjs.mjs'),
  'node-oxigraph': from('./engines/oxigraph.mjs'),
};
