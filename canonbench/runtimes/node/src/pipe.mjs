// Requests from standard input, answers to what was standard output when the process began.
// What a library prints goes to standard error, so that it cannot stand between two answers.

import fs from 'node:fs';
import process from 'node:process';

const ANSWERS = 1;

export function answers() {
  process.stdout.write = process.stderr.write.bind(process.stderr);
  for (const method of ['log', 'info', 'debug', 'dir', 'table']) {
    console[method] = (...parts) => console.error(...parts);
  }
  return (message) => {
    let rest = Buffer.from(`${JSON.stringify(message)}\n`);
    while (rest.length) {
      try {
        rest = rest.subarray(fs.writeSync(ANSWERS, rest));
      } catch (error) {
        if (error.code !== 'EAGAIN') {
          throw error;
        }
      }
    }
  };
}

export async function* requests() {
  let parts = [];
  for await (const chunk of process.stdin) {
    let start = 0;
    for (let end = chunk.indexOf(10); end >= 0; end = chunk.indexOf(10, start)) {
      parts.push(chunk.subarray(start, end));
      yield JSON.parse(Buffer.concat(parts).toString('utf8'));
      parts = [];
      start = end + 1;
    }
    parts.push(chunk.subarray(start));
  }
}
