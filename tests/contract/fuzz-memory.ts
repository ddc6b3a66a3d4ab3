// node tests/contract/fuzz-memory.ts [requests] [seed]
// Sends random requests to every service of a running backend and random frames to realtime,
// 200 000 by default, then waits a minute, and prints the memory of the backend and of its
// PostgreSQL meanwhile.
import { randomInt } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { startBackend } from '@undertone/test-support/backend';
import { allocatorSettings } from '../../apps/backend/src/database/allocator-settings.ts';
import { measureTree } from '../../apps/backend/bench/process-tree.ts';
import { Random } from './fuzz/random.ts';
import { createSeeds } from './fuzz/seeds.ts';
import { sendFrames } from './fuzz/send-frames.ts';
import { sendRequests } from './fuzz/send-requests.ts';
import { createFuzzTarget } from './fuzz/fuzz-target.ts';

const steps = 10;
/** One in this many requests is a frame. */
const framesAmong = 20;
const restMilliseconds = 60_000;

const [requests = '200000', seed = String(randomInt(2 ** 31))] = process.argv.slice(2);
const perStep = Math.ceil(Number(requests) / steps);

console.log(`${requests} requests, seed ${seed}`);
const backend = await startBackend({
  env: { ...allocatorSettings, TRUSTED_PROXIES: '127.0.0.1', LOG_LEVEL: 'silent' },
});

const megabytes = (bytes: number): string => `${(bytes / 1024 / 1024).toFixed(0)} MB`.padStart(8);

async function printMemory(when: string): Promise<void> {
  const usage = await measureTree(backend.process.pid);
  console.log(
    `${when.padEnd(16)} Node ${megabytes(usage.ownProportional)}  PostgreSQL ${megabytes(usage.proportional - usage.ownProportional)}`,
  );
}

try {
  const target = await createFuzzTarget(backend);
  const seeds = Object.values(createSeeds(target)).flat();
  const random = new Random(Number(seed));
  await printMemory('at first');
  for (let step = 1; step <= steps; step += 1) {
    const frames = Math.round(perStep / framesAmong);
    const complaints = [
      ...(await sendRequests(target, seeds, random, perStep - frames)),
      ...(await sendFrames(target, random, frames)).complaints,
    ];
    for (const complaint of complaints) console.log(complaint);
    await printMemory(`after ${step * perStep}`);
  }
  await delay(restMilliseconds);
  await printMemory('a minute later');
} finally {
  await backend.stop();
}
