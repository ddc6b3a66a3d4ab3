import { expect, it } from 'vitest';
import { createLog } from './log.ts';

const lineOf = (fields: object): string => {
  let line = '';
  createLog('info', { write: (text: string) => void (line += text) }).info(fields, 'something');
  return line;
};

it.each(['err', 'error', 'cause'])('says what an error is, by the name %s', (name) => {
  expect(lineOf({ [name]: new RangeError('too far') })).toContain('RangeError: too far');
});

it.each(['err', 'error', 'cause'])('leaves out the row that PostgreSQL quotes: %s', (name) => {
  const refused = Object.assign(new Error('duplicate key'), {
    detail: 'Key (email)=(a@b.example)',
  });
  expect(lineOf({ [name]: refused })).toContain('duplicate key');
  expect(lineOf({ [name]: refused })).not.toContain('a@b.example');
});

it('writes what is no error as it is', () => {
  expect(lineOf({ cause: 'as asked' })).toContain('"cause":"as asked"');
});
