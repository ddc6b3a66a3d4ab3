import { logFailure } from '#lib/log.ts';

/** Samples per measurement: 43 ms at 48 kHz, about the length of a syllable. */
const WINDOW = 2048;

export interface LevelMeter {
  /** The greatest magnitude among the last `WINDOW` samples, 0 to 1. */
  level: () => number;
  close: () => void;
}

/** Magnitudes at or below this level, the hum of a quiet room, are drawn as silence. Decibels of full scale. */
const FLOOR_DECIBELS = -50;

/** Maps a magnitude to the logarithmic scale of hearing: 0 for a quiet room, 1 for full scale. */
export function perceivedLevel(magnitude: number): number {
  if (magnitude <= 0) return 0;
  const decibels = 20 * Math.log10(magnitude);
  return Math.min(1, Math.max(0, 1 - decibels / FLOOR_DECIBELS));
}

const SILENT: LevelMeter = { level: () => 0, close: () => {} };

/** Measures the level of a stream. Without an AudioContext the level stays 0, and the recording continues. */
export function createLevelMeter(stream: MediaStream): LevelMeter {
  let context: AudioContext | undefined;
  try {
    context = new AudioContext();
    return measure(stream, context);
  } catch (cause) {
    logFailure('The level of the microphone cannot be shown.', cause);
    void context?.close();
    return SILENT;
  }
}

function measure(stream: MediaStream, context: AudioContext): LevelMeter {
  const analyser = new AnalyserNode(context, { fftSize: WINDOW });
  context.createMediaStreamSource(stream).connect(analyser);
  const samples = new Float32Array(analyser.fftSize);

  // iOS suspends a context after a call or when the phone sleeps, and never resumes it by itself.
  const resume = () => {
    if (context.state !== 'running' && context.state !== 'closed' && !document.hidden) {
      context
        .resume()
        .catch((cause: unknown) => logFailure('The level meter did not resume.', cause));
    }
  };
  context.addEventListener('statechange', resume);
  document.addEventListener('visibilitychange', resume);
  resume();

  return {
    level: () => {
      analyser.getFloatTimeDomainData(samples);
      return samples.reduce((greatest, sample) => Math.max(greatest, Math.abs(sample)), 0);
    },
    close: () => {
      context.removeEventListener('statechange', resume);
      document.removeEventListener('visibilitychange', resume);
      context
        .close()
        .catch((cause: unknown) => logFailure('The level meter did not close.', cause));
    },
  };
}
