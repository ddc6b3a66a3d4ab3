import { performance } from 'node:perf_hooks';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { z } from 'zod';

/** How often the process looks whether it is idle and has garbage, ms. */
const defaultInterval = 10_000;

/** Below this utilization of its event loop the process counts as idle. */
const idleUtilization = 0.1;

/** How much memory must have grown since the last collection, bytes. */
const minimumGrowth = 32 * 1024 * 1024;

const gcShape = z.custom<NodeJS.GCFunction>((value) => typeof value === 'function');

/** V8's collector, which is exposed only to contexts that are made after the flag is set. */
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
 * would hold the garbage of its last requests for good, hundreds of megabytes on a large machine.
 * V8's last-resort collection also releases emptied pages. It takes some tenths of a second, which
 * an idle process has.
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
