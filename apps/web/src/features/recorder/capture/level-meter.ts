import { logFailure } from '#lib/log.ts';

/** Samples looked at each time: 43 ms at 48 kHz, a syllable's worth. */
const WINDOW = 2048;

export interface LevelMeter {
  /** The greatest magnitude in the last moment, 0 to 1. */
  level: () => number;
  close: () => void;
}

const SILENT: LevelMeter = { level: () => 0, close: () => {} };

/** Measures how loud a stream is. Where the browser refuses, the level stays 0: recording goes on. */
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

  // iOS suspends a context after a call or a sleep, and never resumes it by itself.
  const wake = () => {
    if (context.state !== 'running' && context.state !== 'closed' && !document.hidden) {
      context.resume().catch((cause: unknown) => logFailure('The meter did not wake up.', cause));
    }
  };
  context.addEventListener('statechange', wake);
  document.addEventListener('visibilitychange', wake);
  wake();

  return {
    level: () => {
      analyser.getFloatTimeDomainData(samples);
      return samples.reduce((greatest, sample) => Math.max(greatest, Math.abs(sample)), 0);
    },
    close: () => {
      context.removeEventListener('statechange', wake);
      document.removeEventListener('visibilitychange', wake);
      context.close().catch((cause: unknown) => logFailure('The meter did not close.', cause));
    },
  };
}
