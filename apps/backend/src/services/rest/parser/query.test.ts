import { isDeepStrictEqual } from 'node:util';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { RestError } from '../errors.ts';
import { parseQuery } from './query.ts';
import type { Condition } from './syntax-tree.ts';

const refusal = (search: string, takesArguments = false): unknown => {
  try {
    parseQuery(search, takesArguments);
  } catch (error) {
    if (error instanceof RestError) return error.code;
    throw error;
  }
  return 'parsed';
};

/** Conditions with their values in place, which is shorter to compare. */
function conditionsOf(search: string): unknown[] {
  const { conditions, values } = parseQuery(search);
  const show = (condition: Condition): unknown => {
    if (condition.kind === 'group') {
      const { connective, isNegated } = condition;
      return [isNegated ? `not ${connective}` : connective, ...condition.conditions.map(show)];
    }
    const { field, isNegated, operation } = condition;
    const operand = operation.operator === 'is' ? operation.operand : values[operation.value];
    return `${field.name} ${isNegated ? 'not ' : ''}${operation.operator} ${operand}`;
  };
  return conditions.map(({ path, item }) =>
    path.length > 0 ? [path.join('.'), show(item)] : show(item),
  );
}

describe('the parser of filters', () => {
  it.each([
    ['t=ilike.a_', 't ilike a_'],
    ['t=is.NOT_NULL', 't is not_null'],
    ['t=not.is.true', 't not is true'],
    ['t=not.eq.a', 't not eq a'],
    ['t=eq.', 't eq '],
    ['t=eq.a.b,c)(', 't eq a.b,c)('],
    ['t=eq.%22a%22', 't eq "a"'],
    ['t=eq.a+b%2Bc', 't eq a b+c'],
    ['id=in.(%22a,b%22,c%22d,%22e\\%22f%22,g\\h)', 'id in {"a,b","c\\"d","e\\"f","g\\\\h"}'],
  ])('parses %s', (search, condition) => {
    expect(conditionsOf(search)).toEqual([condition]);
  });

  it('parses logic trees, nested, negated, with quoted values and arrays', () => {
    expect(conditionsOf('or=(a.eq.1,not.and(b.gt.2,c.not.is.null),d.in.(3,4))')).toEqual([
      ['or', 'a eq 1', ['not and', 'b gt 2', 'c not is null'], 'd in {"3","4"}'],
    ]);
    expect(conditionsOf('not.and=(a.eq.%22x,)y%22,b.cs.{1,2},c.eq.)')).toEqual([
      ['not and', 'a eq x,)y', 'b cs {1,2}', 'c eq '],
    ]);
  });

  it('assigns filters, logic trees, orders and limits to the embeds of their prefixes', () => {
    expect(conditionsOf('a.b.id=eq.1&a.or=(x.is.null,y.is.null)&a.not.and=(z.eq.1)')).toEqual([
      ['a.b', 'id eq 1'],
      ['a', ['or', 'x is null', 'y is null']],
      ['a', ['not and', 'z eq 1']],
    ]);
    expect(parseQuery('a.order=id.desc&a.limit=3&a.b.offset=4')).toMatchObject({
      orders: [{ path: ['a'], item: [{ field: { name: 'id' }, direction: 'desc', nulls: null }] }],
      limits: [{ path: ['a'], item: 3 }],
      offsets: [{ path: ['a', 'b'], item: 4 }],
    });
  });

  it('refuses unsupported operators by name', () => {
    const refused = 'fts plfts phfts wfts sl sr nxr nxl adj match imatch'.split(' ');
    const searches = refused.flatMap((name) => [`a=${name}.x`, `or=(a.not.${name}.x)`]);
    expect(searches.filter((search) => refusal(search) !== 'PGRST127')).toEqual([]);
    expect(refusal('a=match(any).{x,y}')).toBe('PGRST127');
    expect(refusal('a=fts(english).x')).toBe('PGRST127');
  });

  it.each([
    'a=5',
    'a=noop.5',
    'a=eq',
    'a=not.5',
    'a=is.maybe',
    'a=is.nullish',
    'a=in.5',
    'a=in.(1',
    'a=in.(1)x',
    'or=a.eq.1',
    'or=()',
    'or=(a.eq.1',
    'or=(a.eq.1))',
    'or=(a)',
    'a.=eq.1',
    '.a=eq.1',
    'a=eq(any.1',
    'a=eq(some).{1}',
    'a=eq().1',
    'a=neq(any).{1}',
    'a=cs(all).{1}',
    'a=is(any).null',
    'a=in(any).(1)',
    'a=eq.%00',
    '%00=eq.1',
  ])('refuses %s', (search) => {
    expect(refusal(search)).toBe('PGRST100');
  });
});

describe('the parser of orders', () => {
  it('parses directions, nulls, paths into JSON and columns of embeds', () => {
    expect(
      parseQuery('order=a,b.desc,c.asc.nullsfirst,d.nullslast,e->>f.desc,g(h).asc').orders,
    ).toEqual([
      {
        path: [],
        item: [
          { relation: null, field: { name: 'a', path: [] }, direction: null, nulls: null },
          { relation: null, field: { name: 'b', path: [] }, direction: 'desc', nulls: null },
          { relation: null, field: { name: 'c', path: [] }, direction: 'asc', nulls: 'first' },
          { relation: null, field: { name: 'd', path: [] }, direction: null, nulls: 'last' },
          {
            relation: null,
            field: { name: 'e', path: [{ arrow: '->>', key: 'f', isIndex: false }] },
            direction: 'desc',
            nulls: null,
          },
          { relation: 'g', field: { name: 'h', path: [] }, direction: 'asc', nulls: null },
        ],
      },
    ]);
  });

  it.each([
    'order=',
    'order=a.up',
    'order=a.desc.asc',
    'order=a,',
    'order=a(b',
    'order=a.nullsfirst.desc',
  ])('refuses %s', (search) => {
    expect(refusal(search)).toBe('PGRST100');
  });
});

describe('arguments of functions', () => {
  it('are the parameters without an operator', () => {
    const query = parseQuery('a=5&b=eq.6&c=plain.text&select=x', true);
    expect([...query.arguments].map(([name, place]) => [name, query.values[place]])).toEqual([
      ['a', '5'],
      ['c', 'plain.text'],
    ]);
    expect(query.conditions).toHaveLength(1);
  });
});

describe('the shape of a query', () => {
  const shape = (search: string) => parseQuery(search, true).shape;

  it('does not depend on the values', () => {
    expect(shape('id=eq.1&or=(a.eq.2,b.in.(3,4))&offset=5&select=id')).toBe(
      shape('id=eq.x&or=(a.eq.%22y)%22,b.in.(z))&offset=70&select=id'),
    );
  });

  it('differs where another statement is needed', () => {
    const searches = [
      'a=eq.1',
      'a=not.eq.1',
      'a=neq.1',
      'b=eq.1',
      'a=1',
      'a=eq(any).1',
      'a=eq(all).1',
      'a=is.null',
      'a=is.true',
      'a=eq.1&a=eq.1',
      'a.b=eq.1',
      'and=(a.eq.1)',
      'or=(a.eq.1)',
      'or=(a.eq.1,a.eq.1)',
      'a=eq.1&limit=1',
      'a=eq.1&limit=2',
      'a=eq.1&offset=1',
      'a=eq.1&order=a',
      'a=eq.1&select=a',
    ];
    expect(new Set(searches.map(shape)).size).toBe(searches.length);
  });

  it('decides alone what is parsed', () => {
    const key = fc.constantFrom('a', 'b.c', 'or', 'not.and', 'select', 'order', 'limit', 'x.limit');
    const value = fc.oneof(
      fc.string({ maxLength: 12 }),
      fc.constantFrom(
        'eq.1',
        'eq.(2',
        'in.(1,2)',
        '(a.eq.1,b.eq.2)',
        '(a.in.(1,"x"))',
        'a->b',
        '3',
      ),
    );
    const search = fc
      .array(fc.tuple(key, value), { maxLength: 4 })
      .map((pairs) => new URLSearchParams(pairs).toString());
    const parsed = (text: string) => {
      try {
        const { shape, values, ...tree } = parseQuery(text, true);
        const { select, conditions, orders, limits, offsets, columns, onConflict } = tree;
        const said = { select, conditions, orders, limits, offsets, columns, onConflict };
        return { shape, count: values.length, said, names: [...tree.arguments] };
      } catch (error) {
        if (error instanceof RestError) return null;
        throw error;
      }
    };
    const seen = new Map<string, unknown>();
    const collisions: unknown[] = [];
    fc.assert(
      fc.property(search, (text) => {
        const result = parsed(text);
        if (!result) return;
        const { shape, ...rest } = result;
        const before = seen.get(shape);
        if (before !== undefined && !isDeepStrictEqual(before, rest)) {
          collisions.push([shape, before, rest]);
        }
        seen.set(shape, rest);
      }),
      { numRuns: 3000 },
    );
    expect(collisions).toEqual([]);
  });
});
