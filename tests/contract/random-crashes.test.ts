import { fuzzSeed } from '@undertone/test-support/fuzz-seed';
import { expect, it } from 'vitest';
import { crashRepeatedly } from './fixtures/crash-repeatedly.ts';

it('a backend that is killed at random moments during writes keeps everything that it acknowledged', async () => {
  const lines: string[] = [];
  const report = await crashRepeatedly(4, fuzzSeed, (line) => lines.push(line)).catch(
    (cause: unknown) => {
      throw new Error(lines.join('\n'), { cause });
    },
  );
  expect(report.drops).toBeGreaterThan(0);
  expect(report.decisions).toBeGreaterThan(0);
}, 120_000);
