// A process that masks the WAV file at a path by the mask it is told, and prints what that cost: see costsOf.
import { readFileSync } from 'node:fs';
import { readWav } from '../../src/read-wav.ts';
import { writeWav } from '../../src/write-wav.ts';
import type { Cost } from './cost.ts';
import { mask, MASK_IDS } from './masks.ts';

const WARM_UP_ROUNDS = 2;
const ROUNDS = 5;

const [, , name, path = ''] = process.argv;
const id = MASK_IDS.find((id) => id === name);
if (!id) throw new Error(`There is no mask "${name}".`);

const file = readFileSync(path);
const maskFile = () => {
  const { samples, sampleRate } = readWav(file);
  return writeWav(mask(samples, sampleRate, id, 'cost'), sampleRate);
};
const before = process.memoryUsage.rss();
maskFile();
// The most that there ever was, in kilobytes.
const memory = Math.max(0, process.resourceUsage().maxRSS * 1024 - before);
const times = Array.from({ length: WARM_UP_ROUNDS + ROUNDS }, () => {
  const start = performance.now();
  maskFile();
  return (performance.now() - start) / 1000;
});
const sorted = times.slice(WARM_UP_ROUNDS).sort((a, b) => a - b);
const { samples, sampleRate } = readWav(file);
const cost: Cost = {
  speed: samples.length / sampleRate / sorted[Math.floor(ROUNDS / 2)]!,
  memory,
};
process.stdout.write(JSON.stringify(cost));
