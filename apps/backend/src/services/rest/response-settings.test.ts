import { describe, expect, it } from 'vitest';
import { startRest, type TestRequest } from './fixtures/running-rest.ts';

const rest = await startRest();

const call = (name: string, body: unknown = {}, options: TestRequest = {}) =>
  rest.request(`rpc/${name}`, { method: 'POST', body, ...options });

describe('a function', () => {
  it('sets the status and headers of its response, by POST and by GET', async () => {
    const headers = JSON.stringify([{ 'X-Note': 'one' }, { 'Cache-Control': 'max-age=60' }]);
    const answers = [
      await call('choose', { status: '418', headers, body: 7 }),
      await rest.request(`rpc/choose?status=418&body=7&headers=${encodeURIComponent(headers)}`),
    ];
    for (const { status, headers: answered, json } of answers) {
      expect({ status, json }).toEqual({ status: 418, json: 7 });
      expect(answered.get('x-note')).toBe('one');
      expect(answered.get('cache-control')).toBe('max-age=60');
      expect(answered.get('content-type')).toBe('application/json; charset=utf-8');
    }
  });

  it('replaces headers, sets one twice, and leaves nothing for the next request', async () => {
    const typed = await call('choose', { headers: '[{"content-type": "application/x-own"}]' });
    expect(typed.headers.get('content-type')).toBe('application/x-own');
    const { status, headers } = await call('set_two_cookies');
    expect(status).toBe(204);
    expect(headers.getSetCookie()).toEqual(['a=1', 'b=2; Path=/']);
    const next = await call('do_nothing');
    expect({ status: next.status, cookies: next.headers.getSetCookie() }).toEqual({
      status: 204,
      cookies: [],
    });
  });

  it('sets the status and headers of the response to an unsatisfiable range', async () => {
    const headers = encodeURIComponent('[{"X-Note": "one"}]');
    const path = `rpc/choose_rows?headers=${headers}&offset=9`;
    const counted = { headers: { prefer: 'count=exact' } };
    const refused = await rest.request(path, counted);
    expect(refused).toMatchObject({ status: 416, json: { code: 'PGRST103' } });
    expect(refused.headers.get('x-note')).toBe('one');
    expect(refused.headers.get('content-range')).toBe('*/1');
    const renamed = await rest.request(`${path}&status=404`, counted);
    expect(renamed).toMatchObject({ status: 404, json: { code: 'PGRST103' } });
  });

  it('returns no body for a status that has none', async () => {
    const { status, text } = await call('choose', { status: '204' });
    expect({ status, text }).toEqual({ status: 204, text: '' });
  });

  it.each([
    '{"X-Note": "one"}',
    '[{"X-Note": "one", "X-Other": "two"}]',
    '[{"X-Note": 1}]',
    '["X-Note"]',
    'nonsense',
    '[{"X Note": "one"}]',
    '[{"X-Note": "one\\r\\nX-Other: two"}]',
    '[{"Content-Length": "1"}]',
  ])('cannot set the headers %s', async (headers) => {
    expect((await call('choose', { headers })).json).toEqual({
      code: 'PGRST111',
      details: null,
      hint: null,
      message:
        'response.headers guc must be a JSON array composed of objects with a single key and a string value',
    });
  });

  it.each(['nonsense', '99', '600', '-200'])('cannot set the status %s', async (status) => {
    const { json, refusal } = await call('choose', { status });
    expect(refusal).toBe('500 PGRST112');
    expect(json).toMatchObject({ message: 'response.status guc must be a valid status code' });
  });
});

describe('a trigger', () => {
  it('sets the status and headers of writes, with and without a representation', async () => {
    const write = async (prefer: string, options: TestRequest, path = 'jobs') => {
      const { status, headers, text } = await rest.request(path, {
        ...options,
        headers: { Prefer: prefer },
      });
      return `${status} ${headers.get('location')} ${text}`;
    };
    expect(await write('return=minimal', { method: 'POST', body: { id: 1 } })).toBe(
      '202 /jobs?queued ',
    );
    expect(await write('return=headers-only', { method: 'POST', body: { id: 2 } })).toBe(
      '202 /jobs?queued ',
    );
    const body = { title: 'x' };
    expect(
      await write('return=representation', { method: 'PATCH', body }, 'jobs?id=eq.1&select=title'),
    ).toBe('202 /jobs?queued [{"title":"x"}]');
  });
});
