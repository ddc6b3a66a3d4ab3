import { performance } from 'node:perf_hooks';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { z } from 'zod';

/** How often it is seen whether there is garbage and time for it, ms. */
const usualInterval = 10_000;

/** Below this share of its time at work the process counts as idle. */
const idleShare = 0.1;

/** How much more must be in use than after the last collection, bytes. */
const worthwhile = 32 * 1024 * 1024;

const gcShape = z.custom<NodeJS.GCFunction>((value) => typeof value === 'function');

/** V8's own collector, which it shows only to contexts that are made after it was asked to. */
function exposedCollector(): NodeJS.GCFunction {
  setFlagsFromString('--expose-gc');
  return gcShape.parse(runInNewContext('gc'));
}

/** What objects take that live, or that nobody has collected yet, bytes. */
const inUse = (): number => {
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
};

/**
 * Gives memory back after a load. V8 collects when it allocates: a process with nothing more to do
 * would hold for good what the last requests have left, hundreds of megabytes on a machine
 * that has them. The last resort is the collection that also gives emptied pages back; it takes
 * some tenths of a second, which an idle process has.
 */
export function collectWhenIdle(interval = usualInterval): void {
  const collect = exposedCollector();
  let kept = inUse();
  let before = performance.eventLoopUtilization();
  const collectIfWorthwhile = () => {
    const { utilization } = performance.eventLoopUtilization(before);
    before = performance.eventLoopUtilization();
    if (utilization > idleShare || inUse() < kept + worthwhile) return;
    collect({ type: 'major', execution: 'sync', flavor: 'last-resort' });
    kept = inUse();
  };
  setInterval(collectIfWorthwhile, interval).unref();
}
