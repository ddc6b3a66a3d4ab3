import { beforeEach, expect, it, vi } from 'vitest';
import { spokenClip } from '#features/clips/fixtures/spoken-clip.ts';
import { WorkerInPage } from '#features/clips/fixtures/worker-in-page.ts';
import { runVoiceJob } from './run-voice-job.ts';
import { WorkerError } from './voice-workers.ts';

const { wav, duration, peaks } = spokenClip(1.3);

beforeEach(() => {
  vi.stubGlobal('Worker', WorkerInPage);
  WorkerInPage.isBroken = true;
  return () => {
    WorkerInPage.isBroken = false;
  };
});

it('the page makes clips of recordings and of the server’s responses when there is no worker', async () => {
  const channels = [new Float32Array(48_000).fill(0.5)];
  const prepared = await runVoiceJob({ kind: 'prepare', channels, sampleRate: 48_000 });
  expect(prepared.duration).toBe(1);
  expect(await runVoiceJob({ kind: 'measure', wav })).toEqual({ audio: wav, duration, peaks });
});

it('a clip is posted as WAV when there is no worker', async () => {
  const loadEncoder = vi.spyOn(WorkerInPage, 'loadEncoder');
  const posted = await runVoiceJob({ kind: 'post', wav });
  expect(posted.audio.type).toBe('audio/wav');
  expect(posted.duration).toBe(duration);
  expect(loadEncoder).not.toHaveBeenCalled();
});

it('nothing is masked when there is no worker', async () => {
  const job = { kind: 'mask', clipId: 'tide', wav, filterId: 'robot' } as const;
  await expect(runVoiceJob(job)).rejects.toBeInstanceOf(WorkerError);
});

it('a job that failed in a worker is not run again by the page', async () => {
  WorkerInPage.isBroken = false;
  const noise = new Blob(['<html>']);
  const read = vi.spyOn(noise, 'arrayBuffer');
  await expect(runVoiceJob({ kind: 'measure', wav: noise })).rejects.toThrow('WAV');
  expect(read).toHaveBeenCalledOnce();
});
