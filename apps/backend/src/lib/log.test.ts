import { expect, it } from 'vitest';
import { createLog } from './log.ts';

const lineOf = (fields: object): string => {
  let line = '';
  createLog('info', { write: (text: string) => void (line += text) }).info(fields, 'something');
  return line;
};

it.each(['err', 'error', 'cause'])(
  'logs the type and the message of an error under the name %s',
  (name) => {
    expect(lineOf({ [name]: new RangeError('too far') })).toContain('RangeError: too far');
  },
);

it.each(['err', 'error', 'cause'])(
  'removes the row that PostgreSQL quotes from an error under the name %s',
  (name) => {
    const refused = Object.assign(new Error('duplicate key'), {
      detail: 'Key (email)=(a@b.example)',
    });
    expect(lineOf({ [name]: refused })).toContain('duplicate key');
    expect(lineOf({ [name]: refused })).not.toContain('a@b.example');
  },
);

it('logs a value that is no error unchanged', () => {
  expect(lineOf({ cause: 'as asked' })).toContain('"cause":"as asked"');
});
