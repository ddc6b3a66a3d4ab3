import { performance } from 'node:perf_hooks';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { z } from 'zod';

/** How often the process checks whether it is idle and has garbage, ms. */
const defaultInterval = 10_000;

/** Utilization of the event loop below which the process counts as idle. */
const idleUtilization = 0.1;

/** Growth of memory since the last collection from which another one is worthwhile, bytes. */
const minimumGrowth = 32 * 1024 * 1024;

const gcShape = z.custom<NodeJS.GCFunction>((value) => typeof value === 'function');

/** V8's collector, which is exposed only to contexts created after the flag is set. */
function exposedCollector(): NodeJS.GCFunction {
  setFlagsFromString('--expose-gc');
  return gcShape.parse(runInNewContext('gc'));
}

/** Memory of objects that are live or not collected yet, bytes. */
const inUse = (): number => {
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
};

/**
 * Returns memory to the system after a load. V8 collects only when it allocates: an idle process
 * would keep the garbage of its last requests forever, hundreds of megabytes on a large machine. V8's
 * last-resort collection also releases empty pages. It takes some tenths of a second, in which an idle
 * process has nothing else to do.
 */
export function collectWhenIdle(interval = defaultInterval): void {
  const collect = exposedCollector();
  let kept = inUse();
  let before = performance.eventLoopUtilization();
  const collectIfWorthwhile = () => {
    const { utilization } = performance.eventLoopUtilization(before);
    before = performance.eventLoopUtilization();
    if (utilization > idleUtilization || inUse() < kept + minimumGrowth) return;
    collect({ type: 'major', execution: 'sync', flavor: 'last-resort' });
    kept = inUse();
  };
  setInterval(collectIfWorthwhile, interval).unref();
}
