// node packages/voice/bench/loudness.bench.ts
// What is posted of each filter's voice: bytes of a minute as WAV and as MP3, how many times faster
// than realtime it is levelled and encoded, its loudness and true peak before and after; the same of
// the demo's clips. "After" is what a player decodes. Ends with an error when measuring is slower
// than 500 times realtime, or a clip is posted too loud, too soft, too high or too large.
import { cpus } from 'node:os';
import { createMp3Encoder } from 'wasm-media-encoders';
import { babble } from '../../../supabase/seed/babble.ts';
import { drops, dropNames } from '../../../supabase/seed/drops.ts';
import { people } from '../../../supabase/seed/people.ts';
import { VOICE_FILTER_IDS } from '../src/filter-ids.ts';
import { filterSamples } from '../src/filter-samples.ts';
import { levelLoudness, TARGET_LOUDNESS } from '../src/level-loudness.ts';
import { measureLoudness, type Loudness } from '../src/measure-loudness.ts';
import { decodeMp3 } from '../src/testing/mp3.ts';
import { makeSpeech } from '../src/testing/speech.ts';
import { MAX_MP3_BYTES, writeMp3, type Mp3Encoder } from '../src/write-mp3.ts';
import { writeWav } from '../src/write-wav.ts';

const SECONDS = 60;
const SAMPLE_RATE = 44_100;
const ROUNDS = 9;
const OPTIONS = { random: Uint32Array.of(1, 2, 3, 4) };
const LEAST_SPEED = 500;
const LOUDNESS_TOLERANCE = 1;
const HIGHEST_PEAK = -1;

/** A take spoken near the microphone, whose peak is -1 dB, and 24 dB more softly. */
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
};

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
  };
}

/** Seconds of sound per second of work, in the median of some rounds. */
function speedOf(samples: Float32Array, work: (samples: Float32Array) => unknown): number {
  const times = Array.from({ length: ROUNDS }, () => {
    const start = performance.now();
    work(samples);
    return (performance.now() - start) / 1000;
  }).sort((a, b) => a - b);
  return samples.length / SAMPLE_RATE / times[Math.floor(ROUNDS / 2)]!;
}

function printPosted(posted: Posted[]): void {
  console.log(
    '                              seconds   WAV kB   MP3 kB    LUFS before, after    dBTP before, after',
  );
  for (const { name, seconds, wavBytes, mp3Bytes, before, after } of posted) {
    const columns = [
      name.padEnd(28),
      seconds.toFixed(1).padStart(9),
      (wavBytes / 1000).toFixed(0).padStart(8),
      (mp3Bytes / 1000).toFixed(0).padStart(8),
      before.integrated.toFixed(1).padStart(14),
      after.integrated.toFixed(1).padStart(7),
      before.truePeak.toFixed(1).padStart(14),
      after.truePeak.toFixed(1).padStart(7),
    ];
    console.log(columns.join(' '));
  }
}

/** What is wrong with a posted clip; nothing when all is well. */
function complaint({ name, mp3Bytes, after }: Posted): string | undefined {
  if (mp3Bytes > MAX_MP3_BYTES) return `${name} has ${mp3Bytes} bytes.`;
  if (Math.abs(after.integrated - TARGET_LOUDNESS) > LOUDNESS_TOLERANCE) {
    return `${name} is posted at ${after.integrated.toFixed(2)} LUFS.`;
  }
  if (after.truePeak > HIGHEST_PEAK) {
    return `${name} is posted with peaks at ${after.truePeak.toFixed(2)} dBTP.`;
  }
  return undefined;
}

const encoder = await createMp3Encoder();
console.log(`${cpus()[0]?.model}, ${cpus().length} cores, Node ${process.version}`);

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
console.log(`\nA minute of speech through each filter`);
printPosted(filtered);

const demo: Posted[] = [];
for (const name of dropNames) {
  const { by, title, filter, seconds } = drops[name];
  const spoken = babble(seconds, people[by].voice, title, SAMPLE_RATE);
  demo.push(
    await post(`${name}, ${filter}`, filterSamples(spoken, SAMPLE_RATE, filter, OPTIONS), encoder),
  );
}
console.log(`\nThe demo's clips`);
printPosted(demo);

const robot = filterSamples(speech, SAMPLE_RATE, 'robot');
const measuring = speedOf(robot, (samples) => measureLoudness(samples, SAMPLE_RATE));
const levelling = speedOf(robot, (samples) => levelLoudness(samples, SAMPLE_RATE));
const encoding = speedOf(robot, (samples) => writeMp3(samples, SAMPLE_RATE, encoder));
console.log(
  `\n${SECONDS} s of mono at ${SAMPLE_RATE} Hz, median of ${ROUNDS} rounds, times realtime`,
);
console.log(
  `measuring ${measuring.toFixed(0)}, levelling ${levelling.toFixed(0)}, encoding ${encoding.toFixed(0)}`,
);

const complaints = [...filtered, ...demo].map(complaint).filter((text) => text !== undefined);
if (measuring < LEAST_SPEED)
  complaints.push(`Measuring is ${measuring.toFixed(0)} times realtime.`);
for (const text of complaints) console.error(text);
if (complaints.length > 0) process.exitCode = 1;
