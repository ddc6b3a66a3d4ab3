import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { VOICE_FILTER_IDS } from '../filter-ids.ts';
import { filterSamples } from '../filter-samples.ts';
import { measureLoudness } from '../measure-loudness.ts';
import { writeWav } from '../write-wav.ts';
import { makeSpeech } from './speech.ts';

/** An independent measurement; the machines of contributors need not have it. */
const hasFfmpeg = spawnSync('ffmpeg', ['-version']).status === 0;
const skipped = hasFfmpeg ? '' : ' (left out: ffmpeg is not installed)';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'undertone-loudness-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

/** What FFmpeg's filter ebur128 says of a clip: LUFS and dB of full scale, to a tenth. */
function measureByFfmpeg(samples: Float32Array, sampleRate: number) {
  const file = join(folder, 'clip.wav');
  writeFileSync(file, writeWav(samples, sampleRate));
  const filter = 'ebur128=peak=true:framelog=verbose';
  const args = ['-hide_banner', '-nostats', '-i', file, '-af', filter, '-f', 'null', '-'];
  const { stderr } = spawnSync('ffmpeg', args, { encoding: 'utf8' });
  const summary = stderr.slice(stderr.lastIndexOf('Summary:'));
  const read = (pattern: RegExp) => Number(pattern.exec(summary)?.[1]);
  return { integrated: read(/I:\s+(\S+) LUFS/), truePeak: read(/Peak:\s+(\S+) dBFS/) };
}

describe.skipIf(!hasFfmpeg)(`measured by ffmpeg as well${skipped}`, () => {
  test.each(VOICE_FILTER_IDS)('%s is as loud, and its peaks are as high', (id) => {
    const random = Uint32Array.of(1, 2, 3, 4);
    const samples = filterSamples(makeSpeech(6, 44_100), 44_100, id, { random });
    const ours = measureLoudness(samples, 44_100);
    const theirs = measureByFfmpeg(samples, 44_100);
    // It rounds to a tenth.
    expect(Math.abs(ours.integrated - theirs.integrated)).toBeLessThan(0.15);
    expect(Math.abs(ours.truePeak - theirs.truePeak)).toBeLessThan(0.3);
  });

  test.each([8_000, 16_000, 48_000, 96_000])('speech at %i Hz is as loud', (sampleRate) => {
    const samples = makeSpeech(6, sampleRate);
    const ours = measureLoudness(samples, sampleRate);
    const theirs = measureByFfmpeg(samples, sampleRate);
    expect(Math.abs(ours.integrated - theirs.integrated)).toBeLessThan(0.15);
  });
});
