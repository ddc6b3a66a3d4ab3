import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { makeSpeech } from '../../src/testing/speech.ts';
import { writeWav } from '../../src/write-wav.ts';
import type { MaskId } from './masks.ts';

/** What it costs to mask a minute at 44.1 kHz, the bytes of a WAV file in, those of another out. */
export type Cost = {
  /** Seconds of sound per second of work, in the median of some rounds. */
  speed: number;
  /** Bytes by which the process grew at most, beyond itself and the file. */
  memory: number;
};

const SECONDS = 60;
const SAMPLE_RATE = 44_100;

const exec = promisify(execFile);

/** Each mask's cost, measured in a process of its own, one after the other. */
export async function costsOf(ids: readonly MaskId[]): Promise<Map<MaskId, Cost>> {
  const program = join(import.meta.dirname, 'cost-process.ts');
  const folder = await mkdtemp(join(tmpdir(), 'undertone-cost-'));
  try {
    const file = join(folder, 'minute.wav');
    await writeFile(file, writeWav(makeSpeech(SECONDS, SAMPLE_RATE), SAMPLE_RATE));
    const costs = new Map<MaskId, Cost>();
    for (const id of ids) {
      const { stdout } = await exec(process.execPath, [program, id, file]);
      const cost: Cost = JSON.parse(stdout);
      costs.set(id, cost);
    }
    return costs;
  } finally {
    await rm(folder, { recursive: true });
  }
}
