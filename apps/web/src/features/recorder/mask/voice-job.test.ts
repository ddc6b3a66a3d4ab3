import { describe, expect, it } from 'vitest';
import { readWav } from '@undertone/voice/read-wav';
import { doVoiceJob } from './voice-job.ts';

const tone = (seconds: number, rate: number, gain = 0.5) =>
  Float32Array.from(
    { length: seconds * rate },
    (_, i) => gain * Math.sin((i * 880 * Math.PI) / rate),
  );

describe('encoding decoded audio', () => {
  it('makes mono at 44 100 Hz, with the duration computed from the samples', () => {
    const stereo = [tone(2, 48_000, 0.8), tone(2, 48_000, 0)];
    const { wav, duration, peaks } = doVoiceJob({
      kind: 'encode',
      channels: stereo,
      sampleRate: 48_000,
    });
    const { samples, sampleRate } = readWav(new Uint8Array(wav));
    expect(sampleRate).toBe(44_100);
    expect(samples).toHaveLength(88_200);
    expect(duration).toBe(2);
    expect(samples.reduce((high, sample) => Math.max(high, sample), 0)).toBeCloseTo(0.4, 1);
    expect(peaks).toHaveLength(100);
  });

  it('cuts audio that is longer than the longest recording', () => {
    const { duration } = doVoiceJob({
      kind: 'encode',
      channels: [new Float32Array(60.3 * 44_100).fill(0.1)],
      sampleRate: 44_100,
    });
    expect(duration).toBe(60);
  });

  it('refuses audio without samples', () => {
    const empty = { kind: 'encode', channels: [new Float32Array(0)], sampleRate: 48_000 } as const;
    expect(() => doVoiceJob({ ...empty, channels: [...empty.channels] })).toThrow(RangeError);
  });
});

describe('a WAV file', () => {
  const spoken = () =>
    doVoiceJob({ kind: 'encode', channels: [tone(1.3, 44_100)], sampleRate: 44_100 });

  it('is measured after a filter that changes its duration', () => {
    const { duration } = doVoiceJob({ kind: 'transform', wav: spoken().wav, filterId: 'chipmunk' });
    expect(duration).toBeCloseTo(1, 3);
  });

  it('from the server is measured and stays unchanged', () => {
    const { wav, duration, peaks } = spoken();
    expect(doVoiceJob({ kind: 'measure', wav: wav.slice(0) })).toEqual({ wav, duration, peaks });
  });

  it('that is invalid is refused', () => {
    const noise = new TextEncoder().encode('<html>').buffer;
    expect(() => doVoiceJob({ kind: 'measure', wav: noise })).toThrow('WAV');
  });
});
