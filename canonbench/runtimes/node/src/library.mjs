// Which code runs: version and integrity of a package, as the lock file and the package itself have them.

import {createHash} from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';

const read = (...parts) => JSON.parse(fs.readFileSync(path.join(...parts), 'utf8'));

export function library(folder, name) {
  const {version} = read(folder, 'node_modules', ...name.split('/'), 'package.json');
  const locked = read(folder, 'package-lock.json').packages[`node_modules/${name}`] ?? {};
  return {name, version, source: locked.version === version ? locked.integrity : ''};
}

// What identifies a library that is made of several packages: all that are installed.
export const locked = (folder) =>
  `npm lock sha256:${createHash('sha256').update(fs.readFileSync(path.join(folder, 'package-lock.json'))).digest('hex')}`;

export const builtin = () => ({name: 'node', version: process.versions.node, source: `node ${process.version}`});
