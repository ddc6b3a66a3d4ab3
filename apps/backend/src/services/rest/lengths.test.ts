import { beforeEach, describe, expect, it } from 'vitest';
import { startRest } from './fixtures/running-rest.ts';

const rest = await startRest();
beforeEach(async () => void (await rest.admin`truncate measures`));

const headers = { Prefer: 'return=representation' };

const whole = {
  id: 1,
  code: 'abc',
  codes: ['abc', 'def'],
  letter: 'x',
  name: 'abcde',
  names: ['abcde', 'f'],
  flags: '1010',
  several_flags: ['1010', '0101'],
  marks: '101',
  amount: 123.45,
  amounts: [1.5, 999.99],
};

describe('columns whose types have a length', () => {
  it('are inserted, with and without defaults, one row or many', async () => {
    for (const prefer of ['return=representation', 'return=representation, missing=default']) {
      await rest.admin`truncate measures`;
      const one = { method: 'POST', headers: { Prefer: prefer } };
      expect((await rest.request('measures', { ...one, body: whole })).json).toEqual([whole]);
      const many = [2, 3].map((id) => Object.assign({}, whole, { id }));
      expect((await rest.request('measures', { ...one, body: many })).json).toEqual(many);
    }
  });

  it('are updated, merged and filtered by', async () => {
    await rest.request('measures', { method: 'POST', body: { id: 1 } });
    const { id, ...changes } = whole;
    const updated = await rest.request(`measures?id=eq.${id}`, {
      method: 'PATCH',
      body: changes,
      headers,
    });
    expect(updated.json).toEqual([whole]);
    const merged = { ...whole, code: 'xyz', flags: '0000' };
    const upsert = { Prefer: 'return=representation, resolution=merge-duplicates' };
    expect(
      (await rest.request('measures', { method: 'POST', body: merged, headers: upsert })).json,
    ).toEqual([merged]);
    expect(
      (await rest.request('measures?select=id&code=eq.xyz&flags=eq.0000&codes=cs.{abc}')).json,
    ).toEqual([{ id: 1 }]);
  });

  it.each([
    ['code', 'abcd', '22001'],
    ['codes', ['abcd'], '22001'],
    ['letter', 'xy', '22001'],
    ['name', 'abcdef', '22001'],
    ['names', ['abcdef'], '22001'],
    ['flags', '10101', '22026'],
    ['flags', '1', '22026'],
    ['several_flags', ['10101'], '22026'],
    ['marks', '10101', '22001'],
    ['amount', 1234.5, '22003'],
    ['amounts', [1234.5], '22003'],
  ])('refuse values that do not fit: %s %j is PostgreSQL’s %s', async (column, value, code) => {
    const body = { id: 2, [column]: value };
    const { refusal } = await rest.request('measures', { method: 'POST', body });
    expect(refusal).toBe(`400 ${code}`);
    await rest.request('measures', { method: 'POST', body: { id: 2 } });
    const change = { method: 'PATCH', body: { [column]: value } };
    expect((await rest.request('measures?id=eq.2', change)).refusal).toBe(`400 ${code}`);
  });

  it('reach functions untruncated, since parameters have no length', async () => {
    const body = { code: 'abc', flags: '1010' };
    expect((await rest.request('rpc/measure', { method: 'POST', body })).json).toBe('abc1010');
    expect((await rest.request('rpc/measure?code=abc&flags=1010')).json).toBe('abc1010');
  });
});
