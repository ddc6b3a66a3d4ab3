import { Buffer } from 'node:buffer';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { handle, MAX_SIGN_IN_AGE, ROW_DELETION_TIME } from './handler.ts';
import { Callers } from '../_shared/callers.ts';
import { ServerApi } from '../_shared/server-api.ts';
import { Server } from './server.ts';

const ID = '6f9619ff-8b86-4d01-b42d-00cf4fc964ff';
const OTHER = '0b6bb9f4-3a6c-4a4e-8d3c-0d8f6b8f8f10';
const CALL = 'http://localhost/functions/v1/delete-account';

const BATCH = 'POST /rest/v1/rpc/delete_account_rows';

const now = () => Math.floor(Date.now() / 1000);

const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');

/** A token that only the server, here the replaced fetch, can verify. */
const tokenOf = (claims: object): string =>
  `${encode({ alg: 'HS256' })}.${encode({ sub: ID, aud: 'authenticated', ...claims })}.c2ln`;

const fresh = () => tokenOf({ aal: 'aal1', amr: [{ method: 'password', timestamp: now() }] });

interface World {
  hasProfile: boolean;
  hasAccount: boolean;
  /** How many batches of rows there are besides the profile. */
  batches: number;
  /** Other accounts whose deletion was interrupted. */
  unfinished: string[];
  files: string[];
  /** Objects of clips that no message uses any more. */
  clips: string[];
  factors: object[];
  /** The method and path of each request, in order. */
  requests: string[];
  /** Runs before each response. A response that it returns replaces the server's. */
  intercept: (request: string) => Response | undefined;
}

/** Replaces the global fetch by a server that has one account. */
const serve = (changes: Partial<World> = {}): World => {
  const world: World = {
    hasProfile: true,
    hasAccount: true,
    batches: 2,
    unfinished: [],
    files: [`${ID}/1-voice-drop.wav`, `avatars/${ID}_1.png`, 'avatars/somebody-else_1.png'],
    clips: ['random.mp3'],
    factors: [],
    requests: [],
    intercept: () => undefined,
    ...changes,
  };
  const respond = async (request: string, body: string): Promise<Response> => {
    switch (request) {
      case 'GET /auth/v1/user':
        return world.hasAccount
          ? Response.json({ id: ID, factors: world.factors })
          : Response.json({ code: 'user_not_found' }, { status: 403 });
      case 'POST /rest/v1/rpc/delete_account_rows': {
        if (JSON.parse(body).account !== ID) return Response.json(false);
        world.hasProfile = world.batches > 0;
        world.batches -= Number(world.hasProfile);
        return Response.json(world.hasProfile);
      }
      case 'POST /rest/v1/rpc/unfinished_account_deletions':
        return Response.json(world.unfinished);
      case 'POST /rest/v1/rpc/removable_files': {
        const { account } = JSON.parse(body);
        // A page has one entry, so that several pages are needed.
        return Response.json(world.files.filter((file) => file.includes(account)).slice(0, 1));
      }
      case 'DELETE /storage/v1/object/voice-drops': {
        const { prefixes } = JSON.parse(body);
        const removed = world.files.filter((file) => prefixes.includes(file));
        world.files = world.files.filter((file) => !prefixes.includes(file));
        return Response.json(removed.map((name) => ({ name })));
      }
      case 'POST /rest/v1/rpc/remove_message_clips':
        return Response.json(world.clips);
      case 'DELETE /storage/v1/object/messages': {
        const { prefixes } = JSON.parse(body);
        world.clips = world.clips.filter((name) => !prefixes.includes(name));
        return Response.json([]);
      }
      case `DELETE /auth/v1/admin/users/${OTHER}`:
        world.unfinished = [];
        return Response.json({});
      case `DELETE /auth/v1/admin/users/${ID}`: {
        const status = world.hasAccount ? 200 : 404;
        world.hasAccount = false;
        world.hasProfile = false;
        return Response.json({}, { status });
      }
      default:
        throw new Error(`unexpected request: ${request}`);
    }
  };
  vi.stubGlobal('fetch', async (address: string, { method = 'GET', body = '' }) => {
    const request = `${method} ${new URL(address).pathname}`;
    world.requests.push(request);
    return world.intercept(request) ?? respond(request, body);
  });
  return world;
};

afterEach(() => vi.unstubAllGlobals());

const call = async (token: string | null = fresh(), method = 'POST') => {
  const headers = token ? { authorization: `Bearer ${token}` } : {};
  const server = new Server(new ServerApi('http://server', 'the key'));
  const callers = new Callers('http://server', 'the public key');
  const response = await handle(new Request(CALL, { method, headers }), server, callers);
  const text = await response.text();
  const body: unknown = text && JSON.parse(text);
  return { status: response.status, body };
};

describe('an account', () => {
  test('is deleted with its profile, its files and its clips of messages; other files stay', async () => {
    const world = serve({ files: [`${ID}/1.wav`, `${ID}/2.wav`, 'avatars/somebody-else_1.png'] });
    expect(await call()).toEqual({ status: 200, body: { success: true } });
    expect(world).toMatchObject({
      hasProfile: false,
      hasAccount: false,
      files: ['avatars/somebody-else_1.png'],
      clips: [],
    });
  });

  test('loses its profile before its files, and its files before its sign-in', async () => {
    const world = serve();
    const seen: string[] = [];
    world.intercept = (request) => {
      // No drop is left without audio, and no file without an account.
      if (request.startsWith('DELETE /storage')) seen.push(`profile: ${world.hasProfile}`);
      if (request.startsWith('DELETE /auth')) seen.push(`files: ${world.files.length - 1}`);
      return undefined;
    };
    await call();
    const profileIsGone = 'profile: false';
    expect(seen).toEqual([profileIsGone, profileIsGone, profileIsGone, 'files: 0']);
  });

  test('is deleted with the files that were uploaded during its deletion', async () => {
    const world = serve();
    world.intercept = (request) => {
      if (request.startsWith('DELETE /auth')) world.files.push(`avatars/${ID}_2.png`);
      return undefined;
    };
    await call();
    expect(world.files).toEqual(['avatars/somebody-else_1.png']);
  });

  test.each([
    BATCH,
    'POST /rest/v1/rpc/removable_files',
    'DELETE /storage/v1/object/voice-drops',
    'DELETE /storage/v1/object/messages',
    `DELETE /auth/v1/admin/users/${ID}`,
  ])('is deleted by the next call after a call failed at %s', async (failing) => {
    const errors = vi.spyOn(console, 'error').mockReturnValue();
    const world = serve();
    world.intercept = (request) =>
      request === failing ? Response.json({ secret: 'words' }, { status: 503 }) : undefined;
    const failed = await call();
    expect(failed).toMatchObject({ status: 500, body: { code: 'deletion_failed' } });
    expect(JSON.stringify(failed.body)).not.toContain('words');
    expect(world.hasAccount).toBe(true);

    world.intercept = () => undefined;
    expect((await call()).status).toBe(200);
    expect(world.files).toEqual(['avatars/somebody-else_1.png']);
    errors.mockRestore();
  });

  test('is deleted by several calls if it has more rows than one call has time for', async () => {
    vi.useFakeTimers({ toFake: ['Date'] });
    const world = serve({ batches: 5 });
    // One batch takes all the time that a call has.
    world.intercept = (request) => {
      if (request === BATCH) vi.advanceTimersByTime(ROW_DELETION_TIME);
      return undefined;
    };
    const responses = [];
    while (world.hasAccount) responses.push((await call()).body);
    const unfinished = expect.objectContaining({ code: 'deletion_unfinished' });
    expect(responses).toEqual([...Array.from({ length: 5 }, () => unfinished), { success: true }]);
    expect(world.requests.filter((request) => request === BATCH)).toHaveLength(6);
    vi.useRealTimers();
  });

  test('is deleted by the next call for another account if its own deletion was interrupted', async () => {
    const world = serve({ unfinished: [OTHER] });
    world.files.push(`${OTHER}/1.wav`);
    expect((await call()).status).toBe(200);
    expect(world.unfinished).toEqual([]);
    expect(world.files).toEqual(['avatars/somebody-else_1.png']);
  });

  test('is deleted even if an earlier deletion cannot be continued', async () => {
    const errors = vi.spyOn(console, 'error').mockReturnValue();
    const world = serve({ unfinished: [OTHER] });
    world.intercept = (request) =>
      request.includes('unfinished') ? new Response('', { status: 500 }) : undefined;
    expect((await call()).status).toBe(200);
    expect(world.hasAccount).toBe(false);
    errors.mockRestore();
  });

  test('stays, and the call fails, if its files cannot be removed', async () => {
    const errors = vi.spyOn(console, 'error').mockReturnValue();
    const world = serve();
    world.intercept = (request) =>
      request.startsWith('DELETE /storage') ? Response.json([]) : undefined;
    expect((await call()).status).toBe(500);
    errors.mockRestore();
  });
});

describe('a deletion', () => {
  /** The response to a call, and the deletions that it made. */
  const refusalOf = async (world: World, token: string | null) => ({
    ...(await call(token)),
    deletions: world.requests.filter(
      (request) => request.startsWith('DELETE') || request === BATCH,
    ),
  });

  const refused = (status: number, code: string) => ({
    status,
    body: { code, message: expect.any(String) },
    deletions: [],
  });

  test('needs a valid token', async () => {
    const unauthorized = refused(401, 'unauthorized');
    expect(await refusalOf(serve(), null)).toEqual(unauthorized);
    expect(await refusalOf(serve({ hasAccount: false }), fresh())).toEqual(unauthorized);
  });

  const old = { method: 'password', timestamp: now() - MAX_SIGN_IN_AGE - 1 };

  test.each([[[old]], [undefined], [['password']]])(
    'needs a token with a sign-in of the last ten minutes, unlike %j',
    async (amr) => {
      const token = tokenOf({ aal: 'aal1', amr });
      expect(await refusalOf(serve(), token)).toEqual(refused(403, 'reauthentication_needed'));
    },
  );

  test('needs the second factor if the account has a verified one', async () => {
    const factors = [{ status: 'unverified' }, { status: 'verified' }];
    expect(await refusalOf(serve({ factors }), fresh())).toEqual(refused(403, 'insufficient_aal'));
    serve({ factors: factors.slice(0, 1) });
    expect((await call()).status).toBe(200);
  });

  test('is allowed after a recent second factor, however old the sign-in', async () => {
    serve({ factors: [{ status: 'verified' }] });
    const amr = [old, { method: 'totp', timestamp: now() }];
    expect((await call(tokenOf({ aal: 'aal2', amr }))).status).toBe(200);
  });

  test('takes POST only, and answers preflight requests', async () => {
    serve();
    expect(await call(fresh(), 'GET')).toMatchObject({ status: 405 });
    expect(await call(null, 'OPTIONS')).toEqual({ status: 204, body: '' });
  });
});
