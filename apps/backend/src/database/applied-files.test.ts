import { describe, expect, it } from 'vitest';
import { checkAppliedFiles } from './applied-files.ts';

const source =
  "-- People.\n\ncreate table people (name text);\ninsert into people values ('a;  b');\n";

const check = (statements: string[] | null) => () =>
  checkAppliedFiles('migration', [{ version: '1', statements }], [{ version: '1', source }]);

describe('a file that was applied', () => {
  it.each([
    ['whole', [source]],
    [
      'in statements, as the Supabase CLI splits it',
      ['-- People.\n\ncreate table people (name text)', "insert into people values ('a;  b')"],
    ],
    ['without its text', null],
  ])('is accepted if it was recorded %s', (_how, statements) => {
    expect(check(statements)).not.toThrow();
  });

  it.each([
    ['another character', [source.replace('name', 'word')]],
    ['other white space within a string', [source.replace('a;  b', 'a; b')]],
    ['a statement less', ['-- People.\n\ncreate table people (name text)']],
    ['a statement more', [source, 'select 1']],
  ])('is refused if its record has %s', (_what, statements) => {
    expect(check(statements)).toThrow(
      'The database was made with the migration 1, which differs from the file of that version',
    );
  });
});
