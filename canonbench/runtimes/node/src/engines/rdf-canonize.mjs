// rdf-canonize. Its limit of work is n^3 for n blank nodes that first degree hashes do not tell apart;
// the library's default of n^1 refuses graphs of the conformance suite.

import {Failure, refusing} from '../failures.mjs';
import {library} from '../library.mjs';
import {enterDataset, leaveDataset} from '../rdf.mjs';

const WORK_FACTOR = 3;

export default async function (load, folder) {
  const {default: canonize} = await load('rdf-canonize');
  const {NQuads} = canonize;

  return {
    library: library(folder, 'rdf-canonize'),
    stages: {
      'rdfc.canonicalize': {
        enter: ([dataset, hash]) => ({
          dataset: enterDataset(dataset),
          options: {algorithm: 'RDFC-1.0', messageDigestAlgorithm: hash, maxWorkFactor: WORK_FACTOR},
        }),
        waits: true,
        run: ({dataset, options}) => canonize.canonize(dataset, options).catch(refuse),
      },
      'nquads.parse': {run: refusing('malformed', (text) => NQuads.parse(text)), leave: leaveDataset},
      'nquads.serialize': {enter: enterDataset, run: (dataset) => NQuads.serialize(dataset)},
    },
  };
}

function refuse(error) {
  throw /^Maximum deep iterations exceeded/.test(error?.message) ? new Failure('limit', error.message) : error;
}
