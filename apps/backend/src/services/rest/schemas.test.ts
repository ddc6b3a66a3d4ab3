import { startTemporaryDatabase } from '@undertone/test-support/database';
import pino from 'pino';
import { describe, expect, it } from 'vitest';
import { ConfigError } from '../../config/config-error.ts';
import { mount, startRest } from './fixtures/running-rest.ts';

// Some tests change the settings of roles, which belong to all databases of a PostgreSQL.
const rest = await startRest({ openDatabase: startTemporaryDatabase });

const archived = { headers: { 'Accept-Profile': 'archive' } };
describe('a second schema', () => {
  it('is requested by a header, and named in the response, as the first one is', async () => {
    const first = await rest.request('books?select=id&id=eq.1');
    expect(first.json).toEqual([{ id: 1 }]);
    expect(first.headers.get('content-profile')).toBe('public');
    const second = await rest.request('books?select=*,pages(id)', archived);
    expect(second.json).toEqual([
      { id: 7, title: 'Old', mood: 'dusty', pages: [{ id: 1 }, { id: 2 }] },
    ]);
    expect(second.headers.get('content-profile')).toBe('archive');
  });

  it('has tables, functions and types of its own', async () => {
    expect((await rest.request('authors', archived)).refusal).toBe('404 PGRST205');
    expect((await rest.request('rpc/as_json', archived)).refusal).toBe('404 PGRST202');
    expect(await rest.get('books?select=mood::mood', archived)).toEqual([{ mood: 'dusty' }]);
    expect((await rest.request('books?select=title::mood&id=eq.1')).refusal).toBe('400 22P02');
    expect(await rest.get('authors?select=mood::mood&id=eq.1')).toEqual([{ mood: 'calm' }]);
  });

  it('is written to by the header Content-Profile', async () => {
    const { status, json } = await rest.request('books', {
      method: 'POST',
      body: { id: 8, title: 'Older' },
      headers: { 'Content-Profile': 'archive', Prefer: 'return=representation' },
    });
    expect({ status, json }).toEqual({
      status: 201,
      json: [{ id: 8, title: 'Older', mood: 'dusty' }],
    });
  });
});

describe('names without a schema', () => {
  it('are resolved in the request’s schema, and then on the extra search path', async () => {
    expect(await rest.get('rpc/search_path')).toBe('public, extensions');
    expect(await rest.get('rpc/own_path', archived)).toBe('"archive", "public", "extensions"');
    expect(await rest.get('rpc/count_books', archived)).toBe(2);
    expect(await rest.get('rpc/count_books')).toBe(4);
  });
});

describe('a start', () => {
  it('fails for a schema that does not exist', async () => {
    const missing = rest.serve({ schemas: ['public', 'nowhere'] });
    await expect(missing).rejects.toThrow('api.schemas names nowhere, and there is no such schema');
    await expect(rest.serve({ extra_search_path: ['elsewhere'] })).rejects.toThrow(
      'api.extra_search_path names elsewhere',
    );
    await expect(rest.serve({ schemas: ['graphql_public'] })).rejects.toThrow(ConfigError);
  });

  it('logs unserved settings of PostgREST, and fails for one that protects the project', async () => {
    const lines: string[] = [];
    const log = pino({}, { write: (line) => void lines.push(line) });
    await rest.admin.unsafe(`alter role authenticator set pgrst.db_max_rows = '2'`);
    await rest.admin.unsafe(`alter role authenticator set pgrst.db_aggregates_enabled = 'true'`);
    const service = await rest.serve({}, log);
    const answer = await mount(service).request('/rest/v1/books?select=id', {
      headers: { apikey: 'secret' },
    });
    expect(await answer.json()).toHaveLength(2);
    await service.stop?.();
    expect(lines.join('')).toContain('"settings":["pgrst.db_aggregates_enabled"]');

    await rest.admin.unsafe(`alter role authenticator set pgrst.db_pre_request = 'public.check'`);
    await expect(rest.serve()).rejects.toThrow('pgrst.db_pre_request');
    await rest.admin`alter role authenticator reset pgrst.db_pre_request`;
  });
});

describe('settings of a role', () => {
  it('apply to its requests after a notification', async () => {
    const setting = async (name: string, as: 'visitor' | 'service') =>
      (await rest.request(`rpc/setting?name=${name}`, { as })).json;
    expect(await setting('statement_timeout', 'visitor')).toBe('3s');
    await rest.admin`alter role anon set statement_timeout = '1234ms'`;
    await rest.admin`alter role anon set timezone = 'Asia/Tokyo'`;
    await rest.admin`notify pgrst, 'reload config'`;
    await expect.poll(() => setting('statement_timeout', 'visitor')).toBe('1234ms');
    expect(await setting('timezone', 'visitor')).toBe('Asia/Tokyo');
    expect(await setting('timezone', 'service')).not.toBe('Asia/Tokyo');

    await rest.admin`alter role authenticator set statement_timeout = '2345ms'`;
    await rest.admin`notify pgrst, 'reload config'`;
    await expect.poll(() => setting('statement_timeout', 'service')).toBe('2345ms');
    expect(await setting('statement_timeout', 'visitor')).toBe('1234ms');
  });
});
