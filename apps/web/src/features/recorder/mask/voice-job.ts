import { AUDIO_SAMPLE_RATE, RECORDING_MAX_SECONDS } from '@undertone/domain/limits';
import type { VoiceFilterId } from '@undertone/domain/voice-filter';
import { mixToMono } from '@undertone/voice/mix-to-mono';
import { measurePeaks } from '@undertone/voice/peaks';
import { readWav } from '@undertone/voice/read-wav';
import { resample } from '@undertone/voice/resample';
import { filterSamples } from '@undertone/voice/filter-samples';
import { writeWav } from '@undertone/voice/write-wav';

/** Audio processing that would block the main thread. */
export type VoiceJob =
  /** Encodes decoded audio as a clip, cut to RECORDING_MAX_SECONDS. */
  | { kind: 'encode'; channels: Float32Array<ArrayBuffer>[]; sampleRate: number }
  /** Applies a voice filter to a WAV file. */
  | { kind: 'transform'; wav: ArrayBuffer; filterId: VoiceFilterId }
  /** Measures a WAV file and leaves it unchanged. */
  | { kind: 'measure'; wav: ArrayBuffer };

/** A clip in the form in which the worker posts it to the page: with a transferable buffer. */
export interface MeasuredWav {
  wav: ArrayBuffer;
  duration: number;
  peaks: number[];
}

/**
 * @throws {WavError} when a WAV file cannot be read
 * @throws {RangeError} when the audio has no samples
 */
export function doVoiceJob(job: VoiceJob): MeasuredWav {
  if (job.kind === 'encode') {
    const mono = resample(mixToMono(job.channels), job.sampleRate, AUDIO_SAMPLE_RATE);
    const samples = mono.subarray(0, RECORDING_MAX_SECONDS * AUDIO_SAMPLE_RATE);
    return measured(writeWav(samples, AUDIO_SAMPLE_RATE).buffer, samples, AUDIO_SAMPLE_RATE);
  }
  const { samples, sampleRate } = readWav(new Uint8Array(job.wav));
  if (job.kind === 'measure') return measured(job.wav, samples, sampleRate);
  const masked = filterSamples(samples, sampleRate, job.filterId);
  return measured(writeWav(masked, sampleRate).buffer, masked, sampleRate);
}

function measured(wav: ArrayBuffer, samples: Float32Array, sampleRate: number): MeasuredWav {
  if (samples.length === 0) throw new RangeError('There is no sound in this recording.');
  return { wav, duration: samples.length / sampleRate, peaks: measurePeaks(samples) };
}
