import { describe, expect, it } from 'vitest';
import { MalformedBindingError, parseFilter } from './filter.ts';

const limits = { filterLength: 100_000, conditionsPerFilter: 3, wildcardsPerPattern: 2 };

const parse = (text: string) => parseFilter(text, limits);

const condition = (column: string, op: string, value: string, negate = false) => ({
  column,
  op,
  value,
  negate,
});

describe('parseFilter', () => {
  it.each([
    ['', []],
    ['   ', []],
    ['subject=eq.hey', [condition('subject', 'eq', 'hey')]],
    ['subject=not.like.hey%', [condition('subject', 'like', 'hey%', true)]],
    ['a=eq.b.c=d', [condition('a', 'eq', 'b.c=d')]],
    ['a=eq.', [condition('a', 'eq', '')]],
    ['id=gt.0,id=lt.100', [condition('id', 'gt', '0'), condition('id', 'lt', '100')]],
    ['s=in.(a,"b,c")', [condition('s', 'in', '{a,"b,c"}')]],
    ['s=in.(a,b),t=is.null', [condition('s', 'in', '{a,b}'), condition('t', 'is', 'null')]],
    [String.raw`s=eq."a,\"b\\)"`, [condition('s', 'eq', String.raw`a,"b\)`)]],
    ['s=eq.say "a"', [condition('s', 'eq', 'say "a"')]],
    ['s=eq."a"b', [condition('s', 'eq', '"a"b')]],
    ['s=eq.(a,b', [condition('s', 'eq', '(a,b')]],
    ['s=like.%a%', [condition('s', 'like', '%a%')]],
    ['s=eq.a\nb', [condition('s', 'eq', 'a\nb')]],
  ])('parses %j', (text, filters) => {
    expect(parse(text)).toEqual(filters);
  });

  it.each([
    ['undefined', '["undefined"]'],
    ['a=eq', '["eq"]'],
    ['a=foo.hey', '["foo", "hey"]'],
    ['a=not.not.eq.1', '["not", "eq.1"]'],
    ['a=eq.1,', 'filter must not contain empty segments (check for extra commas)'],
    ['a=in.1,2', '`in` filter value must be wrapped by parentheses'],
    ['a=match.^x', 'the operator `match` is not served here'],
    ['a=not.imatch.(x+)+$', 'the operator `imatch` is not served here'],
    ['a=eq.1,a=eq.2,a=eq.3,a=eq.4', 'a filter has at most 3 conditions'],
    ['a=ilike.%a%a%', 'a pattern has at most 2 wildcards'],
    ['a=eq.\ud800', 'the filter is not valid Unicode text'],
    ['a=eq.\0', 'the filter is not valid Unicode text'],
    [`a=eq.${'x'.repeat(100_000)}`, 'the filter is too long'],
  ])('rejects %j', (text, reason) => {
    expect(() => parse(text)).toThrow(
      new MalformedBindingError(`Error parsing \`filter\` params: ${reason}`),
    );
  });

  it.each(['"', '\\', '(', '."\\', 'a=in.(', ',a=eq."'])(
    'parses or rejects a long run of %j before the test times out',
    (part) => {
      const outcome = () => parse(`a=eq.${part.repeat(8000)}`);
      expect([MalformedBindingError, undefined]).toContain(thrownBy(outcome));
    },
  );
});

/** The class of the error that a function throws, if any. */
const thrownBy = (run: () => unknown): unknown => {
  try {
    run();
    return undefined;
  } catch (error) {
    return error instanceof Error ? error.constructor : error;
  }
};
