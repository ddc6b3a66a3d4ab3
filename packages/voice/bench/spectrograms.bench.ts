// node packages/voice/bench/spectrograms.bench.ts FOLDER
// Five synthetic speakers through each filter, and through the McAdams baseline, as pictures: one for each
// speaker, with a row for each mask, 0 to 8 kHz upwards, 70 dB from black to white. And by numbers what a
// picture does not show: the greatest jump between samples, for its peak, beside the unmasked clip's.
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { PNG } from 'pngjs';
import { peakLevel } from '../src/gain.ts';
import { mask, MASK_IDS } from './anonymity/masks.ts';
import { speakersOf } from './anonymity/measures.ts';
import { spectrogramAt } from './anonymity/spectrogram.ts';
import { CLIP_RATE, syntheticClip } from './anonymity/synthetic-clips.ts';

const SPEAKERS = 5;
const SECONDS = 6;

/** Seconds of a frame and of a column, and pixels between two rows. */
const FRAME = 0.032;
const COLUMN = 0.006;
const GAP = 4;

/** How far below the loudest point black lies, in dB. */
const RANGE = 70;

const WIDTH = Math.ceil(SECONDS / COLUMN);
const HEIGHT = 256;

/** Draws a clip's spectrogram into a picture, `top` pixels below its upper edge. */
function drawSpectrogram(picture: PNG, top: number, samples: Float32Array): void {
  const columns = Math.min(WIDTH, Math.floor(samples.length / CLIP_RATE / COLUMN));
  const centers = Float64Array.from({ length: columns }, (_, i) => (i + 0.5) * COLUMN * CLIP_RATE);
  const { powers, bins } = spectrogramAt(samples, CLIP_RATE, {
    centers,
    length: FRAME * CLIP_RATE,
    preEmphasis: true,
  });
  const loudest = powers.reduce((most, power) => Math.max(most, power), 1e-30);
  for (let x = 0; x < columns; x++) {
    for (let y = 0; y < HEIGHT; y++) {
      const level = 10 * Math.log10(powers[x * bins + y]! / loudest + 1e-30);
      const light = Math.round(255 * Math.max(0, Math.min(1, 1 + level / RANGE)));
      const at = 4 * ((top + HEIGHT - 1 - y) * WIDTH + x);
      picture.data.fill(light, at, at + 3);
    }
  }
}

/** The greatest jump from one sample to the next, as a share of the peak: a click would stand out. */
const greatestJump = (samples: Float32Array): number =>
  samples.reduce((most, sample, i) => Math.max(most, Math.abs(sample - (samples[i - 1] ?? 0))), 0) /
  peakLevel(samples);

const folder = process.argv[2];
if (folder === undefined) throw new Error('Name a folder for the pictures.');
await mkdir(folder, { recursive: true });
console.log(`from top to bottom: ${MASK_IDS.join(', ')}`);
for (const speaker of speakersOf('test', SPEAKERS)) {
  const { samples } = await syntheticClip(speaker, 0);
  const clip = samples.subarray(0, SECONDS * CLIP_RATE);
  const picture = new PNG({ width: WIDTH, height: MASK_IDS.length * (HEIGHT + GAP) });
  picture.data.fill(255);
  const jumps = MASK_IDS.map((id, row) => {
    const masked = mask(clip, CLIP_RATE, id, `${id} ${speaker.name} 0`);
    drawSpectrogram(picture, row * (HEIGHT + GAP), masked);
    return `${id} ${(greatestJump(masked) / greatestJump(clip)).toFixed(2)}`;
  });
  await writeFile(join(folder, `${speaker.name}.png`), PNG.sync.write(picture));
  console.log(`${speaker.name}: greatest jumps beside the clip's ${jumps.join(', ')}`);
}
