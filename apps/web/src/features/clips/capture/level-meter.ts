import { rootMeanSquare } from '@undertone/voice/gain';
import { levelHeight } from '@undertone/voice/peaks';
import { logFailure } from '#lib/log.ts';

/** Samples per measurement: 43 ms at 48 kHz, about the length of a syllable. */
const WINDOW = 2048;

export interface LevelMeter {
  /** The root mean square of the last `WINDOW` samples, 0 to 1. */
  level: () => number;
  close: () => void;
}

/** Levels (root mean square) of the hum of a quiet room, -50 dB of full scale, and of a voice near the microphone, -14 dB. */
const QUIET_ROOM = 0.003;
const NEAR_VOICE = 0.2;

/**
 * The height of a level, as on the waveform of a finished take: 0 for a quiet room, 1 for a voice near the
 * microphone. The scale is fixed, because the soft and loud moments of a take are known only at its end.
 */
export function liveHeight(level: number): number {
  return levelHeight(level, QUIET_ROOM, NEAR_VOICE);
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
      return rootMeanSquare(samples);
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
