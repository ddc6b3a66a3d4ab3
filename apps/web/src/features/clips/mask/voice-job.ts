import {
  AUDIO_SAMPLE_RATE,
  RECORDING_MAX_SECONDS,
  VOICE_DROP_MIN_SECONDS,
} from '@undertone/domain/limits';
import type { VoiceFilterId } from '@undertone/domain/voice-filter';
import { encodeVoice } from '@undertone/voice/encode-voice';
import { filterSamples } from '@undertone/voice/filter-samples';
import { joinSamples } from '@undertone/voice/join-samples';
import { mixToMono } from '@undertone/voice/mix-to-mono';
import { measurePeaks } from '@undertone/voice/peaks';
import { readWav, type MonoClip } from '@undertone/voice/read-wav';
import { resample } from '@undertone/voice/resample';
import type { Mp3Encoder } from '@undertone/voice/write-mp3';
import { writeWav } from '@undertone/voice/write-wav';
import { logFailure } from '#lib/log.ts';

/**
 * Audio processing that would block the main thread. Files are passed as Blobs, whose bytes are not
 * copied between page and worker.
 */
export type VoiceJob =
  /** Makes a clip from decoded audio, cut to RECORDING_MAX_SECONDS by default. */
  | {
      kind: 'prepare';
      channels: readonly Float32Array[];
      sampleRate: number;
      maxSeconds?: number;
    }
  /** Applies a voice filter to a clip of a take. `random` is the seed of Veil. */
  | {
      kind: 'mask';
      clipId: string;
      wav: Blob;
      filterId: VoiceFilterId;
      random?: Uint32Array<ArrayBuffer>;
    }
  /** Joins parts of the segments of a take. */
  | { kind: 'join'; parts: readonly ClipPart[] }
  /** Masks a few seconds of synthetic sound, so that the engine has compiled Veil when there is a take. */
  | { kind: 'warm-up' }
  /** Measures a WAV file and leaves it unchanged. */
  | { kind: 'measure'; wav: Blob }
  /** Levels a clip, the original or a masked one, and encodes it as it is posted. */
  | { kind: 'post'; wav: Blob };

/** A part of a WAV file, in seconds. */
interface ClipPart {
  wav: Blob;
  start: number;
  end: number;
}

/** Each part fades in and out this long, so that its cut edges do not click. */
const FADE_SECONDS = 0.005;

/** The file that a job has made or measured. */
export interface VoiceFile {
  /** A WAV file; `audio/mpeg` for a clip that is posted, where the device can encode. */
  audio: Blob;
  /** Seconds, computed from the number of samples, without the padding of the encoder. */
  duration: number;
  /** The result of `measurePeaks`. */
  peaks: number[];
}

/** Returns the encoder of posted clips; null to post clips as WAV. Rejects when the encoder could not be loaded. */
export type LoadEncoder = () => Promise<Mp3Encoder | null>;

/** Called with the progress of a job, 0 to 1. */
export type OnProgress = (share: number) => void;

/**
 * @param onProgress called while a take is masked with a slow filter
 * @throws {WavError} when a WAV file cannot be read
 * @throws {RangeError} when the audio has no samples
 */
export async function doVoiceJob(
  job: VoiceJob,
  loadEncoder: LoadEncoder,
  onProgress: OnProgress = () => {},
): Promise<VoiceFile> {
  if (job.kind === 'prepare') return prepareClip(job.channels, job.sampleRate, job.maxSeconds);
  if (job.kind === 'mask') {
    const { samples, sampleRate } = await readClip(job.clipId, job.wav);
    const options = { onProgress, ...(job.random && { random: job.random }) };
    return wavOf(filterSamples(samples, sampleRate, job.filterId, options), sampleRate);
  }
  if (job.kind === 'join') return joinParts(job.parts);
  if (job.kind === 'warm-up') return warmUp();
  const clip = await readFile(job.wav);
  if (job.kind === 'post') return postedFile(clip, loadEncoder);
  return measured(job.wav, clip.samples, clip.sampleRate);
}

/** Makes a clip of decoded audio: mono, at AUDIO_SAMPLE_RATE, cut to `maxSeconds`. */
export function prepareClip(
  channels: readonly Float32Array[],
  sampleRate: number,
  maxSeconds = RECORDING_MAX_SECONDS,
): VoiceFile {
  const mono = resample(mixToMono(channels), sampleRate, AUDIO_SAMPLE_RATE);
  return wavOf(mono.subarray(0, maxSeconds * AUDIO_SAMPLE_RATE), AUDIO_SAMPLE_RATE);
}

/** Enough for the engine to compile Veil; twice as much gains nothing. */
const WARM_UP_SECONDS = 4;

/** Masks an alternating 110 Hz buzz and hiss with Veil: all of its code processes one or the other. */
function warmUp(): VoiceFile {
  const samples = Float32Array.from({ length: WARM_UP_SECONDS * AUDIO_SAMPLE_RATE }, (_, i) => {
    const isBuzz = i % AUDIO_SAMPLE_RATE < AUDIO_SAMPLE_RATE / 2;
    return isBuzz ? (i % 401) / 802 : ((i * i) % 997) / 9970;
  });
  const random = new Uint32Array(4);
  return wavOf(filterSamples(samples, AUDIO_SAMPLE_RATE, 'veil', { random }), AUDIO_SAMPLE_RATE);
}

/** The last masked clip. Its filters are applied one after the other, and it is decoded only once. */
let lastClip: { id: string; clip: Promise<MonoClip> } | undefined;

function readClip(id: string, wav: Blob): Promise<MonoClip> {
  if (lastClip?.id !== id) {
    const clip = readFile(wav);
    lastClip = { id, clip };
    clip.catch(() => (lastClip = undefined));
  }
  return lastClip.clip;
}

/** Joins parts of clips at AUDIO_SAMPLE_RATE. */
async function joinParts(parts: readonly ClipPart[]): Promise<VoiceFile> {
  const cut = await Promise.all(
    parts.map(async ({ wav, start, end }) => {
      const { samples, sampleRate } = await readFile(wav);
      return samples.subarray(Math.round(start * sampleRate), Math.round(end * sampleRate));
    }),
  );
  return wavOf(joinSamples(cut, FADE_SECONDS * AUDIO_SAMPLE_RATE), AUDIO_SAMPLE_RATE);
}

async function readFile(wav: Blob): Promise<MonoClip> {
  return readWav(new Uint8Array(await wav.arrayBuffer()));
}

async function postedFile(
  { samples, sampleRate }: MonoClip,
  loadEncoder: LoadEncoder,
): Promise<VoiceFile> {
  refuseEmptyFile(samples);
  try {
    const encoder = await loadEncoder();
    if (encoder) return encodedFile(samples, sampleRate, encoder);
  } catch (cause) {
    logFailure('The clip could not be encoded, and is posted as WAV.', cause);
  }
  return encodedFile(samples, sampleRate, null);
}

function encodedFile(
  samples: Float32Array,
  sampleRate: number,
  encoder: Mp3Encoder | null,
): VoiceFile {
  const voice = padded(samples, Math.ceil(VOICE_DROP_MIN_SECONDS * sampleRate));
  const { bytes, type, duration, peaks } = encodeVoice(voice, sampleRate, encoder);
  return { audio: new Blob([bytes], { type }), duration, peaks };
}

/** Samples that are followed by silence where they are fewer than a drop needs. */
function padded(samples: Float32Array, least: number): Float32Array {
  if (samples.length >= least) return samples;
  const result = new Float32Array(least);
  result.set(samples);
  return result;
}

function wavOf(samples: Float32Array, sampleRate: number): VoiceFile {
  const audio = new Blob([writeWav(samples, sampleRate)], { type: 'audio/wav' });
  return measured(audio, samples, sampleRate);
}

function measured(audio: Blob, samples: Float32Array, sampleRate: number): VoiceFile {
  refuseEmptyFile(samples);
  return { audio, duration: samples.length / sampleRate, peaks: measurePeaks(samples) };
}

function refuseEmptyFile(samples: Float32Array): void {
  if (samples.length === 0) throw new RangeError('There is no sound in this recording.');
}
