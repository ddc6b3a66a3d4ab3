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

/** What V8 holds, garbage included, bytes. */
const inUse = (): number => {
  const { heapTotal, external } = process.memoryUsage();
  return heapTotal + external;
};

/**
 * Gives memory back after a load. V8 collects when it allocates: a process with nothing more to do
 * would hold for good what the last requests have left, hundreds of megabytes on a machine
 * that has them.
 */
export function collectWhenIdle(interval = usualInterval): void {
  const collect = exposedCollector();
  let kept = inUse();
  let before = performance.eventLoopUtilization();
  const collectIfWorthwhile = async () => {
    const { utilization } = performance.eventLoopUtilization(before);
    before = performance.eventLoopUtilization();
    if (utilization > idleShare || inUse() < kept + worthwhile) return;
    await collect({ type: 'major', execution: 'async' });
    kept = inUse();
  };
  setInterval(() => void collectIfWorthwhile(), interval).unref();
}
