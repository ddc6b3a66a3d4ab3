import { describe, expect, it } from 'vitest';
import { startRest, type TestRequest } from './fixtures/running-rest.ts';

const rest = await startRest();

const call = async (path: string, body?: unknown) => {
  const { status, json } = await rest.request(`rpc/${path}`, { method: 'POST', body });
  return { status, json };
};

const ok = (json: unknown) => ({ status: 200, json });

describe('a function that returns', () => {
  it('a record returns its columns', async () => {
    expect(await call('record_of', { id: 1 })).toEqual(ok({ id: 1, title: 'Alpha' }));
    expect(await call('record_of', { id: 99 })).toEqual(ok(null));
    expect((await rest.request('rpc/record_of?id=1')).json).toEqual({ id: 1, title: 'Alpha' });
    expect(await call('records')).toEqual(
      ok([
        { id: 1, title: 'Alpha' },
        { id: 2, title: 'Beta, the second' },
      ]),
    );
  });

  it('a domain over rows returns rows, which can be selected from and embedded in', async () => {
    expect(await call('book_of_domain?select=id,authors(name),shout', { id: 1 })).toEqual(
      ok({ id: 1, authors: { name: 'Ada' }, shout: 'ALPHA?' }),
    );
    expect(await call('books_of_domain?select=id,genres(name)&order=id.desc')).toEqual(
      ok([
        { id: 2, genres: [{ name: 'Prose' }] },
        { id: 1, genres: [{ name: 'Prose' }, { name: 'Verse' }] },
      ]),
    );
  });
});

describe('an unnamed parameter', () => {
  const send = (name: string, type: string, body: string) =>
    rest.request(`rpc/${name}`, { method: 'POST', body, headers: { 'content-type': type } });

  it('receives the whole body if its type is that of the body', async () => {
    expect((await send('take', 'text/plain', 'a "text"')).json).toBe('text a "text"');
    expect((await send('take', 'text/plain; charset=utf-8', '')).json).toBe('text ');
    expect((await send('take', 'application/octet-stream', 'hi')).json).toBe('bytes 6869');
    expect((await send('take', 'text/xml', '<note><to/></note>')).json).toBe('xml note');
    expect((await send('take', 'application/json', '{"a": 1}')).json).toBe('json {"a": 1}');
  });

  it('matches no body of another type; a function without parameters matches no raw body', async () => {
    const answer = await send('take_number', 'text/plain', '1');
    expect(answer.refusal).toBe('404 PGRST202');
    expect(answer.json).toEqual({
      code: 'PGRST202',
      details:
        'Searched for the function public.take_number with a single unnamed text parameter, but no matches were found in the schema cache.',
      hint: null,
      message: 'Could not find the function public.take_number in the schema cache',
    });
    expect((await send('take_none', 'application/octet-stream', 'x')).refusal).toBe('404 PGRST202');
    expect((await send('take_none', 'application/json', '{}')).json).toBe('none');
    expect((await send('keys_of', 'text/csv', 'a,b')).refusal).toBe('400 PGRST102');
  });

  it('refuses text that is not UTF-8, and invalid XML', async () => {
    const options: TestRequest = { method: 'POST', headers: { 'content-type': 'text/plain' } };
    const broken = await rest.request('rpc/take', { ...options, body: new Uint8Array([0xff]) });
    expect(broken.refusal).toBe('400 22021');
    expect((await send('take', 'text/xml', '<note')).refusal).toBe('400 2200N');
  });
});
