import { randomFor } from '../../../../supabase/seed/random.ts';
import { CEPSTRUM_SIZE, melCepstra, speechSpectrogram } from './cepstra.ts';
import { positionsAlong, warpTime } from './dynamic-time-warp.ts';
import { searchInverse, type Inverse } from './inverse-search.ts';
import { knownTime, mask, type MaskId } from './masks.ts';
import { SPEAKERS } from './speakers.ts';
import { speakerStatistics } from './speaker-statistics.ts';
import { CLIP_RATE, syntheticClip } from './synthetic-clips.ts';
import { understanding } from './understanding.ts';

/** The extent of the measurements. */
export type Extent = {
  /** The number of speakers of either part, of clips of each, and of seconds of each clip, for linking. */
  speakers: number;
  clips: number;
  seconds: number;
  /** The number of clips whose inverse is searched, and of clips whose intelligibility is measured. */
  inverses: number;
  understood: number;
};

/** Seconds of a clip whose inverse is searched; the search takes more time than the clip is long. */
const INVERSE_SECONDS = 6;

/** The level of a noisy take's voice above its noise, in dB. */
const NOISY = 10;

export type SpeakerClip = {
  speaker: string;
  part: 'training' | 'test';
  clip: number;
  statistics: Float64Array;
};

/** The first speakers of either part, whose clips a run measures. */
export const speakersOf = (part: SpeakerClip['part'], count: number) =>
  SPEAKERS.filter((speaker) => speaker.part === part).slice(0, count);

/** Statistics of all masked clips of all speakers; each clip has its own random numbers. */
export async function linkingStatistics(id: MaskId, extent: Extent): Promise<SpeakerClip[]> {
  const measured: SpeakerClip[] = [];
  for (const part of ['training', 'test'] satisfies SpeakerClip['part'][]) {
    for (const speaker of speakersOf(part, extent.speakers)) {
      for (let clip = 0; clip < extent.clips; clip++) {
        const { samples } = await syntheticClip(speaker, clip);
        const said = samples.subarray(0, extent.seconds * CLIP_RATE);
        const masked = mask(said, CLIP_RATE, id, `${id} ${speaker.name} ${clip}`);
        const statistics = speakerStatistics(masked, CLIP_RATE);
        measured.push({ speaker: speaker.name, part, clip, statistics });
      }
    }
  }
  return measured;
}

/** The inverses of a few clips; for 'chance', those of other unmasked clips of the same speakers. */
export async function inverses(id: MaskId | 'chance', extent: Extent): Promise<Inverse[]> {
  const found: Inverse[] = [];
  for (const speaker of speakersOf('test', extent.inverses)) {
    const cut = async (clip: number) =>
      (await syntheticClip(speaker, clip)).samples.subarray(0, INVERSE_SECONDS * CLIP_RATE);
    const original = await cut(0);
    const other =
      id === 'chance' ? await cut(1) : mask(original, CLIP_RATE, id, `${id} ${speaker.name} 0`);
    found.push(searchInverse(original, other, CLIP_RATE));
  }
  return found;
}

export type Understanding = { clean: number; noisy: number };

/** How much of a few clips can be understood, with and without noise. */
export async function understandings(id: MaskId, extent: Extent): Promise<Understanding[]> {
  const found: Understanding[] = [];
  for (const speaker of speakersOf('test', extent.understood)) {
    const { samples: whole } = await syntheticClip(speaker, 0);
    const clean = whole.subarray(0, extent.seconds * CLIP_RATE);
    const seed = `${id} ${speaker.name} 0`;
    const measure = (take: Float32Array) => {
      const masked = mask(take, CLIP_RATE, id, seed);
      const timeOf = knownTime(id) ?? estimatedTime(clean, masked);
      return understanding(clean, masked, CLIP_RATE, timeOf);
    };
    found.push({ clean: measure(clean), noisy: measure(withNoise(clean, speaker.name)) });
  }
  return found;
}

/** A voice in noise that falls with the frequency, as in a street or a café. */
function withNoise(voice: Float32Array, seed: string): Float32Array {
  const random = randomFor(`noise ${seed}`);
  let low = 0;
  const noise = Float32Array.from(voice, () => (low = 0.9 * low + random() - 0.5));
  const rms = (samples: Float32Array) =>
    Math.sqrt(samples.reduce((sum, value) => sum + value * value, 0) / samples.length);
  const gain = (rms(voice) / rms(noise)) * 10 ** (-NOISY / 20);
  return voice.map((value, i) => Math.max(-1, Math.min(1, value + gain * noise[i]!)));
}

/** Frames over which an estimated time warp is smoothed, to either side. */
const SMOOTHING = 12;
const STEP = 0.01;

/** Returns the moment in the masked clip for a moment in the unmasked one, in seconds, by the similarity of their cepstra. */
function estimatedTime(clean: Float32Array, masked: Float32Array): (seconds: number) => number {
  const [a, b] = [clean, masked].map((samples) => {
    const { rows, count } = melCepstra(speechSpectrogram(samples, CLIP_RATE, STEP));
    const mean = new Float64Array(CEPSTRUM_SIZE);
    rows.forEach((value, i) => (mean[i % CEPSTRUM_SIZE]! += value / count));
    return { rows: rows.map((value, i) => value - mean[i % CEPSTRUM_SIZE]!), count };
  });
  const positions = positionsAlong(warpTime(a!, b!, CEPSTRUM_SIZE));
  const smooth = positions.map((_, i) => {
    let sum = 0;
    for (let j = i - SMOOTHING; j <= i + SMOOTHING; j++) {
      const at = Math.max(0, Math.min(positions.length - 1, j));
      sum += positions[at]! + (j - at);
    }
    return sum / (2 * SMOOTHING + 1);
  });
  return (seconds) => {
    const at = Math.max(0, Math.min(smooth.length - 1.001, seconds / STEP - 0.5));
    const share = at - Math.floor(at);
    const position = smooth[Math.floor(at)]! * (1 - share) + smooth[Math.floor(at) + 1]! * share;
    return (position + 0.5) * STEP;
  };
}
