// Masks a WAV file and prints the cost; `costsOf` starts it. Arguments: the mask and the path of the file.
import { existsSync, readFileSync } from 'node:fs';
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
/**
 * The most memory that the process ever had, in bytes. Linux counts what `maxRSS` says from the process
 * that started this one on, so that its own file is asked where there is one.
 */
function mostMemory(): number {
  const status = '/proc/self/status';
  const text = existsSync(status) ? readFileSync(status, 'utf8') : '';
  const kilobytes = /^VmHWM:\s+(\d+) kB$/m.exec(text)?.[1];
  return 1024 * Number(kilobytes ?? process.resourceUsage().maxRSS);
}

const before = process.memoryUsage.rss();
maskFile();
const memory = Math.max(0, mostMemory() - before);
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
