import { describe, expect, it } from 'vitest';
import { fragment, identifier, write, type Fragment } from './fragment.ts';

const written = (statement: Fragment) => {
  const values: unknown[] = [];
  return { text: write(statement, values), values };
};

describe('a fragment', () => {
  it('passes its values as parameters, whatever their content', () => {
    const hostile = `'; drop table users; --`;
    expect(written(fragment`select ${hostile}, ${1}, ${null}, ${['a', 'b']}::text[]`)).toEqual({
      text: 'select $1, $2, $3, $4::text[]',
      values: [hostile, 1, null, ['a', 'b']],
    });
  });

  it('can be part of another fragment, with the parameters in the order of the text', () => {
    const which = fragment`and id <> ${'second'}`;
    const selection = fragment`select * from ${identifier('odd"name')}`;
    const whole = fragment`${selection} where a = ${'first'} ${which}${fragment``} limit ${3}`;
    expect(written(whole)).toEqual({
      text: 'select * from "odd""name" where a = $1 and id <> $2 limit $3',
      values: ['first', 'second', 3],
    });
  });

  it('refuses undefined values', () => {
    const { absent }: { absent: string } = JSON.parse('{}');
    expect(() => written(fragment`select ${absent}`)).toThrow(TypeError);
  });
});
