// canonicalize: JCS. The octets are part of the call, since octets are what is hashed.

import {refusing} from '../failures.mjs';
import {library} from '../library.mjs';
import {common, json} from '../jcs.mjs';

export default async function (load, folder) {
  const {default: canonicalize} = await load('canonicalize');
  const run = refusing('domain', (value) => Buffer.from(canonicalize(value)));

  return {
    library: library(folder, 'canonicalize'),
    stages: {
      'jcs.canonicalize': {enter: (value) => json(common(value)), run},
      'transform.jcs': {enter: ([[document]]) => json(common(document)), run},
    },
  };
}
