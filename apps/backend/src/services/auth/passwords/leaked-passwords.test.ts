import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { newEmail, openAuthDatabase, RunningAuth } from '../fixtures/running-auth.ts';
import { readLeakedPasswords } from './leaked-passwords.ts';

const folder = await mkdtemp(join(tmpdir(), 'undertone-leaked-'));
afterAll(() => rm(folder, { recursive: true, force: true }));
const list = join(folder, 'list.txt');
await writeFile(list, 'Tide of Glass\r\nharbour\n\n');
const database = await openAuthDatabase();

/** Signs up with each password. @returns the error codes */
async function signUpWith(setting: string | undefined, ...passwords: string[]) {
  const env = setting === undefined ? {} : { LEAKED_PASSWORDS: setting };
  const auth = await RunningAuth.start(database, { env });
  const answers: string[] = [];
  for (const password of passwords) {
    const { status, body } = await auth.ask('/signup', { body: { email: newEmail(), password } });
    answers.push(status === 200 ? 'accepted' : String(body.error_code));
  }
  await auth.stop();
  return answers;
}

it('a common password is refused, unless the setting is off', async () => {
  expect(await signUpWith(undefined, 'Password123')).toEqual(['weak_password']);
  expect(await signUpWith('off', 'Password123')).toEqual(['accepted']);
});

it('the operator’s own list replaces the built-in one', async () => {
  expect(await signUpWith(list, 'tide OF glass', 'harbour', 'Password123')).toEqual([
    'weak_password',
    'weak_password',
    'accepted',
  ]);
});

it('a list that cannot be read stops the start, with its path', async () => {
  await expect(readLeakedPasswords(join(folder, 'none.txt'))).rejects.toThrow('LEAKED_PASSWORDS');
  await expect(readLeakedPasswords(folder)).rejects.toThrow('is no file of at most');
});
