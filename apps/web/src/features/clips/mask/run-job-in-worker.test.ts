import { expect, it } from 'vitest';
import { spokenClip } from '#features/clips/fixtures/spoken-clip.ts';
import { runJobInWorker, type WorkerMessage } from './run-job-in-worker.ts';
import type { VoiceJob } from './voice-job.ts';

const noEncoder = async () => null;

async function messagesOf(job: VoiceJob): Promise<WorkerMessage[]> {
  const messages: WorkerMessage[] = [];
  await runJobInWorker(job, noEncoder, (message) => messages.push(message));
  return messages;
}

const { wav } = spokenClip(2);
const veil = {
  kind: 'mask',
  clipId: 'tide',
  wav,
  filterId: 'veil',
  random: Uint32Array.of(1, 2, 3, 4),
} as const;

it('a job of Veil reports its progress at most twenty times, and then its result', async () => {
  const messages = await messagesOf(veil);
  const shares = messages.flatMap((message) => ('progress' in message ? [message.progress] : []));
  expect(shares.length).toBeGreaterThan(1);
  expect(shares.length).toBeLessThanOrEqual(20);
  expect(shares).toEqual(shares.toSorted((one, other) => one - other));
  expect(Math.max(...shares)).toBeLessThanOrEqual(1);
  expect(messages.findIndex((message) => 'done' in message)).toBe(messages.length - 1);
});

it('a job of Veil without a seed fails', async () => {
  const { random: _none, ...job } = veil;
  expect(await messagesOf(job)).toEqual([{ failed: expect.stringContaining('RangeError') }]);
});
