import { expect, it } from 'vitest';
import { spokenClip } from '#features/recorder/fixtures/spoken-clip.ts';
import { answerVoiceJob, type VoiceAnswer } from './answer-voice-job.ts';
import type { VoiceJob } from './voice-job.ts';

const noEncoder = async () => null;

async function answersTo(job: VoiceJob): Promise<VoiceAnswer[]> {
  const answers: VoiceAnswer[] = [];
  await answerVoiceJob(job, noEncoder, (answer) => answers.push(answer));
  return answers;
}

const { wav } = spokenClip(2);
const veil = {
  kind: 'mask',
  takeId: 'tide',
  wav,
  filterId: 'veil',
  random: Uint32Array.of(1, 2, 3, 4),
} as const;

it('a job of Veil says at most twenty times how far it is, and then what it has made', async () => {
  const answers = await answersTo(veil);
  const shares = answers.flatMap((answer) => ('progress' in answer ? [answer.progress] : []));
  expect(shares.length).toBeGreaterThan(1);
  expect(shares.length).toBeLessThanOrEqual(20);
  expect(shares).toEqual(shares.toSorted((one, other) => one - other));
  expect(Math.max(...shares)).toBeLessThanOrEqual(1);
  expect(answers.findIndex((answer) => 'done' in answer)).toBe(answers.length - 1);
});

it('a job of Veil without its random bits fails', async () => {
  const { random: _none, ...job } = veil;
  expect(await answersTo(job)).toEqual([{ failed: expect.stringContaining('RangeError') }]);
});
