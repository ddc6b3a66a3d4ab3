import { Buffer } from 'node:buffer';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { handle, MAX_SIGN_IN_AGE, ROW_DELETION_TIME } from './handler.ts';
import { Server } from './server.ts';

const ID = '6f9619ff-8b86-4d01-b42d-00cf4fc964ff';
const OTHER = '0b6bb9f4-3a6c-4a4e-8d3c-0d8f6b8f8f10';
const CALL = 'http://localhost/functions/v1/delete-account';

const BATCH = 'POST /rest/v1/rpc/delete_account_rows';

const now = () => Math.floor(Date.now() / 1000);

const tokenOf = (claims: object): string => {
  const payload = Buffer.from(JSON.stringify(claims)).toString('base64url');
  return `e30.${payload}.c2ln`;
};

const fresh = () => tokenOf({ aal: 'aal1', amr: [{ method: 'password', timestamp: now() }] });

interface World {
  hasProfile: boolean;
  hasAccount: boolean;
  /** Batches of rows beside the profile. */
  batches: number;
  /** Other accounts whose deletion was cut short. */
  unfinished: string[];
  files: string[];
  factors: object[];
  /** What was asked for, in order. */
  acts: string[];
  /** Runs before each answer; what it returns is answered instead. */
  interfere: (act: string) => Response | undefined;
}

/** A server that holds one account, behind the global fetch. */
const serve = (changes: Partial<World> = {}): World => {
  const world: World = {
    hasProfile: true,
    hasAccount: true,
    batches: 2,
    unfinished: [],
    files: [`${ID}/1-voice-drop.wav`, `avatars/${ID}_1.png`, 'avatars/somebody-else_1.png'],
    factors: [],
    acts: [],
    interfere: () => undefined,
    ...changes,
  };
  const answer = async (act: string, body: string): Promise<Response> => {
    switch (act) {
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
      case 'POST /storage/v1/object/list/voice-drops': {
        const { prefix, search } = JSON.parse(body);
        const names = world.files
          .filter((file) => file.startsWith(`${prefix}/${search}`))
          .map((file) => ({ id: file, name: file.slice(prefix.length + 1) }));
        // Pages of one, so that several are needed.
        return Response.json(names.slice(0, 1));
      }
      case 'DELETE /storage/v1/object/voice-drops': {
        const { prefixes } = JSON.parse(body);
        const removed = world.files.filter((file) => prefixes.includes(file));
        world.files = world.files.filter((file) => !prefixes.includes(file));
        return Response.json(removed.map((name) => ({ name })));
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
        throw new Error(`nobody was to ask for ${act}`);
    }
  };
  vi.stubGlobal('fetch', async (address: string, { method = '', body = '' }) => {
    const act = `${method} ${new URL(address).pathname}`;
    world.acts.push(act);
    return world.interfere(act) ?? answer(act, body);
  });
  return world;
};

afterEach(() => vi.unstubAllGlobals());

const call = async (token: string | null = fresh(), method = 'POST') => {
  const headers = token ? { authorization: `Bearer ${token}` } : {};
  const server = new Server('http://server', 'the key');
  const response = await handle(new Request(CALL, { method, headers }), server);
  const text = await response.text();
  const body: unknown = text && JSON.parse(text);
  return { status: response.status, body };
};

describe('an account', () => {
  test('is deleted with its profile and all of its files, and no others', async () => {
    const world = serve({ files: [`${ID}/1.wav`, `${ID}/2.wav`, 'avatars/somebody-else_1.png'] });
    expect(await call()).toEqual({ status: 200, body: { success: true } });
    expect(world).toMatchObject({
      hasProfile: false,
      hasAccount: false,
      files: ['avatars/somebody-else_1.png'],
    });
  });

  test('is deleted in an order in which nothing that remains can be reached', async () => {
    const world = serve();
    const seen: string[] = [];
    world.interfere = (act) => {
      // No drop without audio, no file with an owner once the account is gone.
      if (act.startsWith('DELETE /storage')) seen.push(`profile: ${world.hasProfile}`);
      if (act.startsWith('DELETE /auth')) seen.push(`files: ${world.files.length - 1}`);
      return undefined;
    };
    await call();
    expect(seen).toEqual(['profile: false', 'profile: false', 'files: 0']);
  });

  test('is deleted with files that were uploaded meanwhile', async () => {
    const world = serve();
    world.interfere = (act) => {
      if (act.startsWith('DELETE /auth')) world.files.push(`avatars/${ID}_2.png`);
      return undefined;
    };
    await call();
    expect(world.files).toEqual(['avatars/somebody-else_1.png']);
  });

  test.each([
    BATCH,
    'POST /storage/v1/object/list/voice-drops',
    'DELETE /storage/v1/object/voice-drops',
    `DELETE /auth/v1/admin/users/${ID}`,
  ])('is deleted by the next call when a call failed at %s', async (act) => {
    const errors = vi.spyOn(console, 'error').mockReturnValue();
    const world = serve();
    world.interfere = (asked) =>
      asked === act ? Response.json({ secret: 'words' }, { status: 503 }) : undefined;
    const failed = await call();
    expect(failed).toMatchObject({ status: 500, body: { code: 'deletion_failed' } });
    expect(JSON.stringify(failed.body)).not.toContain('words');
    expect(world.hasAccount).toBe(true);

    world.interfere = () => undefined;
    expect((await call()).status).toBe(200);
    expect(world.files).toEqual(['avatars/somebody-else_1.png']);
    errors.mockRestore();
  });

  test('with more rows than a call has time for is deleted by several calls', async () => {
    vi.useFakeTimers({ toFake: ['Date'] });
    const world = serve({ batches: 5 });
    // Each batch takes as long as a call may go on.
    world.interfere = (act) => {
      if (act === BATCH) vi.advanceTimersByTime(ROW_DELETION_TIME);
      return undefined;
    };
    const answers = [];
    while (world.hasAccount) answers.push((await call()).body);
    expect(answers.slice(0, -1)).toHaveLength(5);
    for (const answer of answers.slice(0, -1)) {
      expect(answer).toMatchObject({ code: 'deletion_unfinished' });
    }
    expect(answers.at(-1)).toEqual({ success: true });
    expect(world.acts.filter((act) => act === BATCH)).toHaveLength(6);
    vi.useRealTimers();
  });

  test('whose deletion was interrupted is deleted by the next call for another account', async () => {
    const world = serve({ unfinished: [OTHER] });
    world.files.push(`${OTHER}/1.wav`);
    expect((await call()).status).toBe(200);
    expect(world.unfinished).toEqual([]);
    expect(world.files).toEqual(['avatars/somebody-else_1.png']);
  });

  test('is deleted although an earlier deletion cannot be continued', async () => {
    const errors = vi.spyOn(console, 'error').mockReturnValue();
    const world = serve({ unfinished: [OTHER] });
    world.interfere = (act) =>
      act.includes('unfinished') ? new Response('', { status: 500 }) : undefined;
    expect((await call()).status).toBe(200);
    expect(world.hasAccount).toBe(false);
    errors.mockRestore();
  });

  test('is not deleted, and the call ends, when files cannot be removed', async () => {
    const errors = vi.spyOn(console, 'error').mockReturnValue();
    const world = serve();
    world.interfere = (act) => (act.startsWith('DELETE /storage') ? Response.json([]) : undefined);
    expect((await call()).status).toBe(500);
    errors.mockRestore();
  });
});

describe('nothing is deleted', () => {
  /** What a call is answered, and what it did all the same. */
  const refusalOf = async (world: World, token: string | null) => ({
    ...(await call(token)),
    deletions: world.acts.filter((act) => act.startsWith('DELETE') || act === BATCH),
  });

  const refused = (status: number, code: string) => ({
    status,
    body: { code, message: expect.any(String) },
    deletions: [],
  });

  test('without a valid token', async () => {
    const nobody = refused(401, 'unauthorized');
    expect(await refusalOf(serve(), null)).toEqual(nobody);
    expect(await refusalOf(serve({ hasAccount: false }), fresh())).toEqual(nobody);
  });

  const old = { method: 'password', timestamp: now() - MAX_SIGN_IN_AGE - 1 };

  test.each([[[old]], [undefined], [['password']]])(
    'for who signed in more than ten minutes ago, or whose token does not tell: %j',
    async (amr) => {
      const token = tokenOf({ aal: 'aal1', amr });
      expect(await refusalOf(serve(), token)).toEqual(refused(403, 'reauthentication_needed'));
    },
  );

  test('without the second factor that the account has', async () => {
    const factors = [{ status: 'unverified' }, { status: 'verified' }];
    expect(await refusalOf(serve({ factors }), fresh())).toEqual(refused(403, 'insufficient_aal'));
    serve({ factors: factors.slice(0, 1) });
    expect((await call()).status).toBe(200);
  });

  test('but after the second factor, however old the sign-in', async () => {
    serve({ factors: [{ status: 'verified' }] });
    const amr = [old, { method: 'totp', timestamp: now() }];
    expect((await call(tokenOf({ aal: 'aal2', amr }))).status).toBe(200);
  });

  test('by another method', async () => {
    serve();
    expect(await call(fresh(), 'GET')).toMatchObject({ status: 405 });
    expect(await call(null, 'OPTIONS')).toEqual({ status: 204, body: '' });
  });
});
