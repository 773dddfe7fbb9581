// jsonld-streaming-parser alone.

import {library} from '../library.mjs';
import {leaveDataset} from '../rdf.mjs';
import {enterSource, parsing} from '../streaming.mjs';

export default async function (load, folder) {
  const {JsonLdParser} = (await load('jsonld-streaming-parser')).default;
  const parse = parsing(JsonLdParser);

  return {
    library: library(folder, 'jsonld-streaming-parser'),
    stages: {
      'jsonld.to_quads': {
        enter: enterSource, leave: leaveDataset, waits: true,
        run: ({text, options}) => parse(text, options),
      },
    },
  };
}
