// A child of canonbench: it answers requests, one JSON object a line, and times the calls itself.
// docs/other-runtimes.md describes the protocol.

import process from 'node:process';
import {pathToFileURL} from 'node:url';
import path from 'node:path';

import {engines} from './engines.mjs';
import {kindOf} from './failures.mjs';
import {digest, encode} from './neutral.mjs';
import {answers, requests} from './pipe.mjs';
import {Prepared} from './prepared.mjs';

const PROTOCOL = 1;

const [, , folder, name] = process.argv;
const answer = answers();

async function hello() {
  const load = folder ? (await import(pathToFileURL(path.join(folder, 'load.mjs')))).load : undefined;
  const engine = await engines[name](load, folder);
  return {
    engine,
    greeting: {
      protocol: PROTOCOL,
      runtime: 'Node.js',
      version: process.versions.node,
      details: `V8 ${process.versions.v8}`,
      openssl: process.versions.openssl,
      library: engine.library,
      stages: Object.keys(engine.stages),
    },
  };
}

let engine;
let prepared;

async function respond(request) {
  switch (request.do) {
    case 'hello': {
      const found = await hello();
      engine = found.engine;
      return found.greeting;
    }
    case 'prepare':
      prepared = new Prepared(engine.stages[request.stage], request);
      return {prepared: request.stage};
    case 'check': {
      const {first, output} = await prepared.check();
      const neutral = encode(output);
      return {first, output: neutral, digest: prepared.random ? '' : digest(neutral)};
    }
    case 'warm':
      return await prepared.warm(request);
    case 'run': {
      const {spent, output, collections} = await prepared.run(request.loops);
      return {...spent, collections, digest: prepared.random ? '' : digest(encode(output))};
    }
    default:
      throw new Error(`no request ${request.do}`);
  }
}

for await (const request of requests()) {
  try {
    answer(await respond(request));
  } catch (error) {
    answer({failed: kindOf(error), message: String(error?.message ?? error)});
  }
}
process.exit(0);
