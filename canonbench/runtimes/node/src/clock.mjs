// Time as this process measures it: nanoseconds of the monotonic clock, and of the CPU, all threads of the
// process together, so that what V8 does in helper threads (garbage, compilation) is paid by who causes it.

import {PerformanceObserver, constants} from 'node:perf_hooks';
import process from 'node:process';

export function start() {
  const cpu = process.cpuUsage();
  return {cpu, wall: process.hrtime.bigint()};
}

export function stop({cpu, wall}) {
  const end = process.hrtime.bigint();
  const {user, system} = process.cpuUsage(cpu);
  return {wall: Number(end - wall), cpu: (user + system) * 1000};
}

export const add = (one, other) => ({wall: one.wall + other.wall, cpu: one.cpu + other.cpu});

// Counts runs of the garbage collector, but for those that were asked for outside the clock: scavenges of the
// young generation, and all others.
export class Collections {
  constructor() {
    this.young = 0;
    this.old = 0;
    this.observer = new PerformanceObserver((list) => this.count(list.getEntries()));
    this.observer.observe({entryTypes: ['gc']});
  }

  count(entries) {
    for (const {detail} of entries) {
      if (detail.flags & constants.NODE_PERFORMANCE_GC_FLAGS_FORCED) {
        continue;
      }
      if (detail.kind === constants.NODE_PERFORMANCE_GC_MINOR) {
        this.young += 1;
      } else {
        this.old += 1;
      }
    }
  }

  // Entries arrive in a later turn of the event loop.
  async take() {
    await new Promise((resolve) => setImmediate(() => setImmediate(resolve)));
    this.count(this.observer.takeRecords());
    const found = [this.young, this.old];
    this.young = this.old = 0;
    return found;
  }
}
