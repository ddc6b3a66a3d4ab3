import { readFile, writeFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { ConfigError } from '../config/config-error.ts';
import { describeFailure } from './describe-failure.ts';

const failureOf = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => null,
    (error: unknown) => error,
  );

it('an operator’s error is described by its message alone', () => {
  expect(describeFailure(new ConfigError('PORT is wrong.'), '/data')).toBe('PORT is wrong.');
});

it('a system error is described with its path', async () => {
  const folder = import.meta.dirname;
  expect(describeFailure(await failureOf(readFile(folder)), folder)).toBe(
    `${folder}: a folder is where a file should be (EISDIR).`,
  );
  const file = `${import.meta.filename}/data`;
  expect(describeFailure(await failureOf(writeFile(file, '')), folder)).toBe(
    `${file}: a file is where a folder should be (ENOTDIR).`,
  );
});

// Linux has a file that is always full.
it.runIf(process.platform === 'linux')(
  'a full disk is described with the data folder when the system names no path',
  async () => {
    const full = await failureOf(writeFile('/dev/full', 'words'));
    expect(describeFailure(full, '/data')).toBe('/data: the disk is full (ENOSPC).');
  },
);

it('the level debug adds the stack and the causes', () => {
  const error = new ConfigError('PORT is wrong.', { cause: new Error('not a number') });
  const [line, ...others] = describeFailure(error, '/data', 'debug').split('\n');
  expect(line).toBe('PORT is wrong.');
  expect(others.join('\n')).toMatch(/at .*describe-failure\.test\.ts[^]*not a number/);
});

it('a programming error keeps its stack', () => {
  expect(describeFailure(new TypeError('oops'), '/data')).toMatch(/TypeError: oops\n\s+at /);
});
