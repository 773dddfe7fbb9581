// One case: its input, entered as the library documents it, and loops over bare calls.

import {Collections, add, start, stop} from './clock.mjs';
import {Failure} from './failures.mjs';
import {decode} from './neutral.mjs';

const same = (value) => value;
const quantile = (values, part) => [...values].sort((one, other) => one - other)[Math.floor(values.length * part)];
const median = (values) => quantile(values, 0.5);

// Put what is alive where collections of young garbage do not copy it again: what stays through two of them is
// old. It is V8's nearest to gc.freeze in Python, and keeps the compiled code, as a full collection would not.
function settle() {
  globalThis.gc?.({type: 'minor'});
  globalThis.gc?.({type: 'minor'});
}

export class Prepared {
  // `stage` has `run` and perhaps `enter`, `leave`, `cache`, `waits`, `random`, as docs/other-runtimes.md says.
  // `fresh` asks for an equal but distinct input for each call: V8 keeps the hash of a string with it.
  constructor(stage, {input: sent, cold = false, fresh = false, chunk = 64}) {
    if (!stage) {
      throw new Failure('unsupported', 'no such stage');
    }
    const {run, enter = same, leave = same, cache, waits = false, random = false, consumes = false} = stage;
    Object.assign(this, {run_: run, leave, waits, random, chunk});
    this.fresh = fresh || consumes || (cold && cache !== undefined);
    const shared = cache?.();
    const kept = fresh ? undefined : decode(sent);
    const text = fresh ? JSON.stringify(sent) : '';
    this.make = () => enter(fresh ? decode(JSON.parse(text)) : kept, cold && cache ? cache() : shared);
    this.argument = this.make();
    this.collections = new Collections();
    this.last = undefined;
  }

  async check() {
    const begun = start();
    const result = this.waits ? await this.run_(this.argument) : this.run_(this.argument);
    const {wall, cpu} = stop(begun);
    return {first: [wall, cpu], output: this.leave(result)};
  }

  async run(loops) {
    const spent = await this.loop(loops);
    return {spent, output: this.leave(this.last), collections: await this.collections.take()};
  }

  // Blocks of calls until the series is steady: over the last `window` blocks, the medians of the CPU time
  // of both halves differ by at most `within`, and the quartiles by at most `spread`. Gives up after `budget`
  // seconds.
  //
  // What the set-up left is collected first, as in Python, and not between values: a forced collection throws
  // code and heap sizes away that a running program keeps.
  async warm({block, window, within, spread, budget}) {
    globalThis.gc?.();
    const series = [];
    let loops = 1;
    let calls = 0;
    let wall = 0;
    let steady = false;
    while (!steady && wall < budget * 1e9) {
      const spent = await this.loop(loops);
      calls += loops;
      wall += spent.wall;
      series.push(spent.cpu / loops);
      if (spent.wall < block * 5e8) {
        loops = Math.min(loops * 8, Math.max(loops + 1, Math.floor((loops * block * 1e9) / spent.wall)));
        continue;
      }
      const last = series.slice(-window);
      const half = window >> 1;
      const [early, late] = [median(last.slice(0, half)), median(last.slice(half))];
      const apart = quantile(last, 0.75) - quantile(last, 0.25);
      steady = last.length === window && Math.abs(late - early) <= within * early && apart <= spread * median(last);
    }
    await this.collections.take();
    return {calls, wall, steady, series};
  }

  async loop(loops) {
    const {run_: run, waits, fresh} = this;
    if (fresh) {
      return this.drain(loops);
    }
    const {argument} = this;
    let last;
    const begun = start();
    if (waits) {
      for (let i = 0; i < loops; i++) {
        last = await run(argument);
      }
    } else {
      for (let i = 0; i < loops; i++) {
        last = run(argument);
      }
    }
    const spent = stop(begun);
    this.last = last;
    return spent;
  }

  async drain(loops) {
    const {run_: run, waits} = this;
    let total = {wall: 0, cpu: 0};
    for (let left = loops; left > 0; left -= this.chunk) {
      const fresh = Array.from({length: Math.min(left, this.chunk)}, this.make);
      settle();
      let last;
      const begun = start();
      if (waits) {
        for (const argument of fresh) {
          last = await run(argument);
        }
      } else {
        for (const argument of fresh) {
          last = run(argument);
        }
      }
      total = add(total, stop(begun));
      this.last = last;
    }
    return total;
  }
}
