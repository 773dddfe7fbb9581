// Which code runs: version and integrity of a package, as the lock file and the package itself have them.

import fs from 'node:fs';
import path from 'node:path';

const read = (...parts) => JSON.parse(fs.readFileSync(path.join(...parts), 'utf8'));

export function library(folder, name) {
  const {version} = read(folder, 'node_modules', ...name.split('/'), 'package.json');
  const locked = read(folder, 'package-lock.json').packages[`node_modules/${name}`] ?? {};
  return {name, version, source: locked.version === version ? locked.integrity : ''};
}

export const builtin = () => ({name: 'node', version: process.versions.node, source: `node ${process.version}`});
