import { randomInt } from 'node:crypto';
import { expect, test } from 'vitest';
import { crashRepeatedly } from './fixtures/crash-repeatedly.ts';

test('a backend killed at random moments during writes starts again with everything that it acknowledged', async () => {
  const seed = randomInt(2 ** 31);
  const said: string[] = [];
  const report = await crashRepeatedly(4, seed, (line) => said.push(line)).catch(
    (cause: unknown) => {
      throw new Error(
        `again with: node tests/contract/random-crashes.ts 4 ${seed}\n${said.join('\n')}`,
        { cause },
      );
    },
  );
  expect(report.drops).toBeGreaterThan(0);
}, 120_000);
