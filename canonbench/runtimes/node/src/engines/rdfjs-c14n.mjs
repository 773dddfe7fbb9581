// rdfjs-c14n alone, on a dataset of n3, which is the one that it makes of quads otherwise.

import {library} from '../library.mjs';
import {enterDataset} from '../rdf.mjs';
import {canonicalizing} from '../rdfjs-c14n.mjs';

export default async function (load, folder) {
  const {RDFC10} = (await load('rdfjs-c14n')).default;
  const {Store} = (await load('n3')).default;
  const canonicalize = canonicalizing(RDFC10);

  return {
    library: library(folder, 'rdfjs-c14n'),
    stages: {
      'rdfc.canonicalize': {
        enter: ([dataset, hash]) => ({dataset: new Store(enterDataset(dataset)), hash}),
        waits: true,
        run: ({dataset, hash}) => canonicalize(dataset, hash),
      },
    },
  };
}
