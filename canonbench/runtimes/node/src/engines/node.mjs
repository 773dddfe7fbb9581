// Node.js itself: JSON and base64url.

import {refusing} from '../failures.mjs';
import {builtin} from '../library.mjs';
import {common, json} from '../jcs.mjs';

export default async function () {
  return {
    library: builtin(),
    stages: {
      'json.parse': {run: refusing('malformed', (octets) => JSON.parse(octets.toString('utf8')))},
      'json.serialize': {
        enter: (value) => json(common(value)),
        run: (value) => Buffer.from(JSON.stringify(value)),
      },
      'base64url.encode': {run: (octets) => octets.toString('base64url')},
      'base64url.decode': {run: (text) => Buffer.from(text, 'base64url')},
    },
  };
}
