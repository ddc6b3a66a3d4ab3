import { randomInt } from 'node:crypto';
import { expect, test } from 'vitest';
import { runKillRounds } from './fixtures/kill-rounds.ts';

test('killed at random moments under writes, it starts again and has all that it acknowledged', async () => {
  const seed = randomInt(2 ** 31);
  const said: string[] = [];
  const report = await runKillRounds(4, seed, (line) => said.push(line)).catch((cause: unknown) => {
    throw new Error(
      `again with: node tests/contract/kill-rounds.ts 4 ${seed}\n${said.join('\n')}`,
      { cause },
    );
  });
  expect(report.drops).toBeGreaterThan(0);
}, 120_000);
