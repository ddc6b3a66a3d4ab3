// node packages/voice/bench/loudness.bench.ts
// Measures the clip that is posted of each filter's voice, and of short clips: bytes as WAV and
// as MP3, loudness and true peak before the encoder and after a player has decoded the file; and how many
// times faster than real time a clip is measured, levelled and encoded. Fails if measuring is slower than
// 500 times real time, or if a clip is too loud, too soft or too large, or its peak is too high.
import { createMp3Encoder } from 'wasm-media-encoders';
import { median } from '../../../scripts/lib/bench/percentile.ts';
import { printTable, report, type Rows } from '../../../scripts/lib/bench/report.ts';
import { babble } from '../../../supabase/seed/babble.ts';
import { VOICE_FILTER_IDS } from '../src/filter-ids.ts';
import { filterSamples } from '../src/filter-samples.ts';
import { levelLoudness, TARGET_LOUDNESS } from '../src/level-loudness.ts';
import { measureLoudness, type Loudness } from '../src/measure-loudness.ts';
import { decodeMp3 } from '../src/testing/mp3.ts';
import { makeSpeech } from '../src/testing/speech.ts';
import { measurePeaks } from '../src/peaks.ts';
import { writeMp3, type Mp3Encoder } from '../src/write-mp3.ts';
import { writeWav } from '../src/write-wav.ts';

const SECONDS = 60;
const SAMPLE_RATE = 44_100;
const ROUNDS = 9;
const OPTIONS = { random: Uint32Array.of(1, 2, 3, 4) };
const LEAST_SPEED = 500;
const LOUDNESS_TOLERANCE = 1;
const HIGHEST_PEAK = -1;
const MAX_BYTES_A_MINUTE = 500_000;

/** A take near the microphone, whose peak is at -1 dB, and one that is 24 dB softer. */
const TAKES = [
  { how: 'loud', gain: 1.78 },
  { how: 'soft', gain: 1.78 * 10 ** (-24 / 20) },
];

type Posted = {
  name: string;
  seconds: number;
  wavBytes: number;
  mp3Bytes: number;
  before: Loudness;
  after: Loudness;
  /** How many of the waveform's hundred bars are nearly as high as it: of a good one, a minority. */
  tallBars: number;
};

/** The peak from which a bar counts as nearly full. */
const TALL = 90;

async function post(name: string, voice: Float32Array, encoder: Mp3Encoder): Promise<Posted> {
  const mp3 = writeMp3(levelLoudness(voice, SAMPLE_RATE), SAMPLE_RATE, encoder);
  const { samples, sampleRate } = await decodeMp3(mp3);
  return {
    name,
    seconds: voice.length / SAMPLE_RATE,
    wavBytes: writeWav(voice, SAMPLE_RATE).length,
    mp3Bytes: mp3.length,
    before: measureLoudness(voice, SAMPLE_RATE),
    after: measureLoudness(samples, sampleRate),
    tallBars: measurePeaks(voice).filter((peak) => peak >= TALL).length,
  };
}

/** The seconds of sound per second of work, in the median round. */
function speedOf(samples: Float32Array, work: (samples: Float32Array) => unknown): number {
  const times = Array.from({ length: ROUNDS }, () => {
    const start = performance.now();
    work(samples);
    return (performance.now() - start) / 1000;
  });
  return samples.length / SAMPLE_RATE / median(times);
}

const rowsOf = (posted: readonly Posted[]): Rows =>
  Object.fromEntries(
    posted.map(({ name, seconds, wavBytes, mp3Bytes, before, after, tallBars }) => [
      name,
      {
        seconds,
        'WAV, kB': wavBytes / 1000,
        'MP3, kB': mp3Bytes / 1000,
        'LUFS before': before.integrated,
        'LUFS after': after.integrated,
        'dBTP before': before.truePeak,
        'dBTP after': after.truePeak,
        'tall bars': tallBars,
      },
    ]),
  );

/** Describes the limit that a posted clip exceeds, if any. */
function complaint({ name, seconds, mp3Bytes, after }: Posted): string | undefined {
  if (mp3Bytes > MAX_BYTES_A_MINUTE * Math.max(1, seconds / 60))
    return `${name} has ${mp3Bytes} bytes.`;
  if (Math.abs(after.integrated - TARGET_LOUDNESS) > LOUDNESS_TOLERANCE) {
    return `${name} is posted at ${after.integrated.toFixed(2)} LUFS.`;
  }
  if (after.truePeak > HIGHEST_PEAK) {
    return `${name} is posted with peaks at ${after.truePeak.toFixed(2)} dBTP.`;
  }
  return undefined;
}

const encoder = await createMp3Encoder();

const speech = makeSpeech(SECONDS, SAMPLE_RATE);
const filtered: Posted[] = [];
for (const id of VOICE_FILTER_IDS) {
  for (const { how, gain } of TAKES) {
    const take = speech.map((sample) => sample * gain);
    filtered.push(
      await post(`${id}, ${how}`, filterSamples(take, SAMPLE_RATE, id, OPTIONS), encoder),
    );
  }
}
report('A minute of speech through each filter', rowsOf(filtered));

/** A breathy voice with pauses, which is hard to level. */
const breathy = { pitch: 165, tract: 0.91, pace: 0.82, liveliness: 2, breath: 0.75 };
const short: Posted[] = [];
for (const id of VOICE_FILTER_IDS) {
  const spoken = babble(12, breathy, `short ${id}`, SAMPLE_RATE);
  short.push(await post(id, filterSamples(spoken, SAMPLE_RATE, id, OPTIONS), encoder));
}
printTable('Short clips of a breathy voice', rowsOf(short));

const robot = filterSamples(speech, SAMPLE_RATE, 'robot');
const measuring = speedOf(robot, (samples) => measureLoudness(samples, SAMPLE_RATE));
const levelling = speedOf(robot, (samples) => levelLoudness(samples, SAMPLE_RATE));
const encoding = speedOf(robot, (samples) => writeMp3(samples, SAMPLE_RATE, encoder));
printTable(`${SECONDS} s of mono at ${SAMPLE_RATE} Hz, median of ${ROUNDS} rounds`, {
  measuring: { '× real time': measuring },
  levelling: { '× real time': levelling },
  encoding: { '× real time': encoding },
});

const complaints = [...filtered, ...short].map(complaint).filter((text) => text !== undefined);
if (measuring < LEAST_SPEED)
  complaints.push(`Measuring is ${measuring.toFixed(0)} times real time.`);
for (const text of complaints) console.error(text);
if (complaints.length > 0) process.exitCode = 1;
