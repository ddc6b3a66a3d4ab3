import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { readWav } from '@undertone/voice/read-wav';
import { writeWav } from '@undertone/voice/write-wav';
import { VOICE_DROP_MIN_SECONDS } from '@undertone/domain/limits';
import { doVoiceJob, prepareClip, type VoiceJob } from './voice-job.ts';

const tone = (seconds: number, rate: number, gain = 0.5) =>
  Float32Array.from(
    { length: seconds * rate },
    (_, i) => gain * Math.sin((i * 880 * Math.PI) / rate),
  );

const noEncoder = async () => null;
const doJob = (job: VoiceJob) => doVoiceJob(job, noEncoder);
const bytesOf = async (file: Blob) => new Uint8Array(await file.arrayBuffer());
const samplesOf = async (wav: Blob) => readWav(await bytesOf(wav));

describe('decoded audio', () => {
  it('becomes mono at 44 100 Hz, with the duration computed from the samples', async () => {
    const stereo = [tone(2, 48_000, 0.8), tone(2, 48_000, 0)];
    const clip = await doJob({ kind: 'prepare', channels: stereo, sampleRate: 48_000 });
    const { samples, sampleRate } = await samplesOf(clip.audio);
    expect(sampleRate).toBe(44_100);
    expect(samples).toHaveLength(88_200);
    expect(clip.duration).toBe(2);
    expect(samples.reduce((high, sample) => Math.max(high, sample), 0)).toBeCloseTo(0.4, 1);
    expect(clip.peaks).toHaveLength(100);
    expect(clip.audio.type).toBe('audio/wav');
  });

  it('is cut when it is longer than the longest recording', () => {
    const { duration } = prepareClip([new Float32Array(60.3 * 44_100).fill(0.1)], 44_100);
    expect(duration).toBe(60);
  });

  it('is refused when it has no samples', () => {
    expect(() => prepareClip([new Float32Array(0)], 48_000)).toThrow(RangeError);
  });
});

const spoken = (gain?: number) => prepareClip([tone(1.3, 44_100, gain)], 44_100);

describe('a WAV file', () => {
  it('is read once for all filters of a take', async () => {
    const [first, second] = [spoken().audio, spoken().audio];
    const [readFirst, readSecond] = [
      vi.spyOn(first, 'arrayBuffer'),
      vi.spyOn(second, 'arrayBuffer'),
    ];
    for (const filterId of ['robot', 'echo'] as const) {
      await doJob({ kind: 'mask', clipId: 'first', wav: first, filterId });
    }
    await doJob({ kind: 'mask', clipId: 'second', wav: second, filterId: 'echo' });
    expect(readFirst).toHaveBeenCalledOnce();
    expect(readSecond).toHaveBeenCalledOnce();
  });

  it('is read again after it could not be read', async () => {
    const { audio: wav } = spoken();
    vi.spyOn(wav, 'arrayBuffer').mockRejectedValueOnce(new DOMException('', 'NotReadableError'));
    const job = { kind: 'mask', clipId: 'gone', wav, filterId: 'deep' } as const;
    await expect(doJob(job)).rejects.toThrow(DOMException);
    expect((await doJob(job)).duration).toBeGreaterThan(1.3);
  });

  it('is measured and left unchanged when it comes from the server', async () => {
    const { audio: wav, duration, peaks } = spoken();
    expect(await doJob({ kind: 'measure', wav })).toEqual({ audio: wav, duration, peaks });
  });
});

it('the warm-up masks some seconds of synthetic sound', async () => {
  const { duration, peaks } = await doJob({ kind: 'warm-up' });
  expect(duration).toBeGreaterThan(3);
  expect(Math.max(...peaks)).toBeGreaterThan(0);
});

describe('a posted clip', () => {
  it('is levelled, even as a WAV without an encoder', async () => {
    const file = await doJob({ kind: 'post', wav: spoken(0.9).audio });
    expect(file.audio.type).toBe('audio/wav');
    expect(file.duration).toBe(1.3);
    const { samples } = await samplesOf(file.audio);
    expect(samples.reduce((high, sample) => Math.max(high, sample), 0)).toBeLessThan(0.4);
  });

  it.each([
    ['does not load', () => Promise.reject(new Error('CompileError'))],
    [
      'fails',
      async () => ({
        configure: () => {},
        encode: () => {
          throw new Error('out of memory');
        },
        finalize: () => new Uint8Array(),
      }),
    ],
  ])('is a WAV when the encoder %s', async (_, loadEncoder) => {
    const log = vi.spyOn(console, 'error').mockImplementation(() => {});
    onTestFinished(() => log.mockRestore());
    const file = await doVoiceJob({ kind: 'post', wav: spoken().audio }, loadEncoder);
    expect(file.audio.type).toBe('audio/wav');
    expect(log).toHaveBeenCalledOnce();
  });

  it('ends in silence where the recording is shorter than a drop', async () => {
    const wav = new Blob([writeWav(new Float32Array(4410).fill(0.1), 44_100)]);
    const file = await doJob({ kind: 'post', wav });
    expect(file.duration).toBe(VOICE_DROP_MIN_SECONDS);
    const { samples } = await samplesOf(file.audio);
    expect(samples).toHaveLength(13_230);
    expect(samples[2000]).not.toBe(0);
    expect(samples[13_000]).toBe(0);
  });

  it('is refused when its file has no samples', async () => {
    const wav = spoken().audio.slice(0, 44);
    await expect(doJob({ kind: 'post', wav })).rejects.toThrow('no sound');
  });
});
