import { execFile } from 'node:child_process';
import { createPrivateKey, sign, type JsonWebKey } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join as joinPath } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import { createClient } from '@supabase/supabase-js';
import { startBackend, type TestBackend } from '@undertone/test-support/backend';
import postgres, { type Sql } from 'postgres';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { freePort } from '../../apps/backend/src/lib/free-port.ts';
import { uploadAvatar, png } from './fixtures/upload-avatar.ts';
import { join, signIn, type Member } from './fixtures/member.ts';
import { visit } from './fixtures/person.ts';
import { postDrop } from './fixtures/post-drop.ts';
import { storedFiles } from './fixtures/stored-files.ts';
import { tokenAcceptance, refusedEverywhere } from './fixtures/token-acceptance.ts';

let backend: TestBackend;
let sql: Sql;
beforeAll(async () => {
  backend = await startBackend();
  sql = postgres(backend.databaseUrl, { max: 1, onnotice: () => undefined });
});
afterAll(async () => {
  await sql?.end();
  await backend?.stop();
});

const deleteAccount = async ({ client }: Pick<Member, 'client'>) => {
  const { data, error, response } = await client.functions.invoke('delete-account', { body: {} });
  const refusal: unknown = error && (await response?.json());
  return { status: response?.status, answer: error ? refusal : data };
};

/** Signs up a person with a drop, a comment, a like and an avatar, and another person with a drop. */
const createAccountWithContent = async () => {
  const owner = await join(backend);
  const other = await join(backend);
  const as = ({ client, session }: Member) => ({ id: session.user.id, client });
  const drop = await postDrop(as(owner));
  const others = await postDrop(as(other));
  const { id } = owner.session.user;
  const avatar = await uploadAvatar(as(owner));
  await owner.client
    .from('voice_drop_likes')
    .insert({ voice_drop_id: others, user_id: id })
    .throwOnError();
  await owner.client
    .from('voice_drop_comments')
    .insert({ voice_drop_id: others, user_id: id, content: 'Well said' })
    .throwOnError();
  return { owner, other, drop, others, avatar, id };
};

const objectsOf = async (id: string) => {
  const rows = await sql<{ name: string }[]>`
    select name from storage.objects where name like ${`%${id}%`}`;
  return rows.map(({ name }) => name);
};

/** The session's token, changed to state a sign-in this many seconds earlier. */
const agedToken = async ({ session }: Member, seconds: number): Promise<string> => {
  const { tokenKeys }: { tokenKeys: JsonWebKey[] } = JSON.parse(
    await readFile(joinPath(backend.dataDir, 'secrets.json'), 'utf8'),
  );
  const [header = '', payload = ''] = session.access_token.split('.');
  const claims = JSON.parse(Buffer.from(payload, 'base64url').toString());
  const [{ method, timestamp }] = claims.amr;
  claims.amr = [{ method, timestamp: timestamp - seconds }];
  const input = `${header}.${Buffer.from(JSON.stringify(claims)).toString('base64url')}`;
  const key = createPrivateKey({ key: tokenKeys[0]!, format: 'jwk' });
  const signature = sign('sha256', Buffer.from(input), { key, dsaEncoding: 'ieee-p1363' });
  return `${input}.${signature.toString('base64url')}`;
};

describe('an account that its owner deletes', () => {
  it('loses its rows, files and sessions, while those of others stay', async () => {
    const { owner, other, drop, others, avatar, id } = await createAccountWithContent();
    const elsewhere = await signIn(backend, owner);
    const filesBefore = await storedFiles(backend.dataDir);
    expect(await objectsOf(id)).toHaveLength(2);

    expect(await deleteAccount(owner)).toEqual({ status: 200, answer: { success: true } });

    expect(await objectsOf(id)).toEqual([]);
    expect((await storedFiles(backend.dataDir)).size).toBe(filesBefore.size - 2);
    const { data: left } = await other.client.from('voice_drops').select('id, like_count');
    expect(left).toContainEqual({ id: others, like_count: 0 });
    expect(left?.map((row) => row.id)).not.toContain(drop);
    const { data: comments } = await other.client
      .from('voice_drop_comments')
      .select('id')
      .eq('voice_drop_id', others);
    expect(comments).toEqual([]);
    const { error } = await visit(backend).storage.from('voice-drops').download(avatar);
    expect(error).not.toBeNull();
    for (const { session } of [owner, elsewhere]) {
      expect(await tokenAcceptance(backend, session.access_token)).toEqual(refusedEverywhere);
    }
    await expect(signIn(backend, owner)).rejects.toMatchObject({ code: 'invalid_credentials' });
    const [row] = await sql`
      select count(*)::int as rows from auth.audit_log_entries
      where payload ->> 'action' = 'user_deleted' and payload -> 'traits' ->> 'user_id' = ${id}`;
    expect(row).toEqual({ rows: 1 });
    expect((await deleteAccount(owner)).status).toBe(401);
  });

  it('is deleted by a second call when the first was interrupted', async () => {
    const { owner, id, avatar } = await createAccountWithContent();
    await sql`delete from public.profiles where user_id = ${id}`;
    const { error } = await visit(backend).storage.from('voice-drops').download(avatar);
    expect(error).not.toBeNull();
    const late = await owner.client.storage
      .from('voice-drops')
      .upload(`avatars/${id}_2.png`, png, { contentType: 'image/png' });
    expect(late.error).not.toBeNull();
    expect((await deleteAccount(owner)).status).toBe(200);
    expect(await objectsOf(id)).toEqual([]);
  });

  it('stays deleted with all its files although the app uploads meanwhile', async () => {
    const { owner, id } = await createAccountWithContent();
    const over = new AbortController();
    const uploading = (async () => {
      for (let take = 0; !over.signal.aborted; take += 1) {
        await owner.client.from('profiles').upsert({ user_id: id, bio: 'still here' });
        await owner.client.storage
          .from('voice-drops')
          .upload(`avatars/${id}_${take}.png`, png, { contentType: 'image/png', upsert: true });
      }
    })();
    const deleted = await deleteAccount(owner);
    over.abort();
    await uploading;
    expect(deleted.status).toBe(200);
    expect(await objectsOf(id)).toEqual([]);
  });
});

describe('an account with many likes', { timeout: 120_000 }, () => {
  const LIKES = 10_000;

  /** Gives an account ten drops with the given number of likes in all. Inserts rows without triggers, which would take long. */
  const makePopular = async (account: string) => {
    await sql.begin(async (transaction) => {
      await transaction`set local session_replication_role = replica`;
      await transaction`
        create temporary table fans on commit drop as
        select gen_random_uuid() as id from generate_series(1, ${LIKES / 10})`;
      await transaction`
        insert into auth.users (id, email) select id, id || '@example.com' from fans`;
      await transaction`insert into profiles (user_id) select id from fans`;
      await transaction`insert into profile_counts (user_id) select id from fans`;
      await transaction`
        insert into voice_drops (user_id, audio_url, duration, audience)
        select ${account}, '/storage/v1/object/voice-drops/' || ${account} || '/' || n || '.wav', 3,
          'public'
        from generate_series(1, 10) as n`;
      await transaction`
        insert into private.voice_drop_counts (voice_drop_id, like_count)
        select id, ${LIKES / 10} from voice_drops where user_id = ${account}`;
      await transaction`
        insert into voice_drop_likes (voice_drop_id, user_id)
        select voice_drops.id, fans.id from voice_drops, fans where user_id = ${account}`;
      await transaction`
        update profile_counts set drop_count = 10, like_count = ${LIKES} where user_id = ${account}`;
    });
    await sql`analyze`;
  };

  it('is deleted in batches, during which other accounts can like a drop', async () => {
    const owner = await join(backend);
    const other = await join(backend);
    const { id } = owner.session.user;
    await makePopular(id);
    // A drop that the account has liked: its count changes with the deletion.
    const liked = await postDrop({ id: other.session.user.id, client: other.client });
    await owner.client
      .from('voice_drop_likes')
      .insert({ voice_drop_id: liked, user_id: id })
      .throwOnError();

    // The superuser, who has no limit of likes, writes on a connection of its own.
    const likes = postgres(backend.databaseUrl, { max: 1 });
    const waits: number[] = [];
    const over = new AbortController();
    const writing = (async () => {
      const fan = other.session.user.id;
      while (!over.signal.aborted) {
        const begun = performance.now();
        await likes`insert into voice_drop_likes (voice_drop_id, user_id) values (${liked}, ${fan})`;
        await likes`delete from voice_drop_likes where voice_drop_id = ${liked} and user_id = ${fan}`;
        waits.push(performance.now() - begun);
        // A hundred likes a second show whether any waits, and leave the processor to the deletion.
        await delay(10);
      }
      await likes.end();
    })();
    const begun = performance.now();
    let deleted = await deleteAccount(owner);
    while (deleted.status === 503) deleted = await deleteAccount(owner);
    const duration = performance.now() - begun;
    over.abort();
    await writing;

    expect(deleted).toEqual({ status: 200, answer: { success: true } });
    const [left] = await sql`
      select (select count(*)::int from voice_drops where user_id = ${id}) as drops,
        (select count(*)::int from auth.users where id = ${id}) as accounts,
        (select voice_drops.like_count::int from voice_drops where id = ${liked}) as likes`;
    expect(left).toEqual({ drops: 0, accounts: 0, likes: 0 });
    expect(waits.length).toBeGreaterThan(20);
    expect(Math.max(...waits)).toBeLessThan(duration / 4);
  });

  it('is deleted by batches with the secret key', async () => {
    const operator = createClient(backend.url, backend.secretKey);
    const { error } = await operator.from('profiles').select('user_id').limit(1);
    expect(error).toBeNull();
    const { id } = (await join(backend)).session.user;
    let batches = 0;
    for (let isLeft = true; isLeft; batches += 1) {
      const { data } = await operator
        .rpc('delete_account_rows', { account: id })
        .overrideTypes<boolean>()
        .throwOnError();
      isLeft = data === true;
    }
    expect(batches).toBeGreaterThan(1);
    expect((await operator.auth.admin.deleteUser(id)).error).toBeNull();
  });
});

it('a statement of the secret key has the timeout of hosted Supabase', async () => {
  await sql.unsafe(`
    create function public.own_timeout() returns text
    language sql as $$ select current_setting('statement_timeout') $$;
    notify pgrst, 'reload schema'`);
  const operator = createClient(backend.url, backend.secretKey);
  await expect.poll(async () => (await operator.rpc('own_timeout')).data).toBe('8s');
  await sql`drop function public.own_timeout`;
});

describe('an account is not deleted', () => {
  it('by a visitor', async () => {
    expect((await deleteAccount({ client: visit(backend) })).status).toBe(401);
  });

  it('by a session that signed in more than ten minutes ago', async () => {
    const member = await join(backend);
    const token = await agedToken(member, 601);
    const client = createClient(backend.url, backend.publishableKey, {
      accessToken: async () => token,
    });
    expect(await deleteAccount({ client })).toEqual({
      status: 403,
      answer: { code: 'reauthentication_needed', message: expect.any(String) },
    });
    expect((await member.client.auth.getUser()).error).toBeNull();
  });
});

/** `npm run staff -- ARGUMENTS`, for the running backend. */
const runStaff = async (...args: string[]) =>
  promisify(execFile)(process.execPath, ['scripts/staff.ts', ...args], {
    cwd: joinPath(import.meta.dirname, '../..'),
    env: { PATH: process.env.PATH, DATA_DIR: backend.dataDir },
  }).then(
    ({ stdout }) => stdout,
    ({ stderr }: { stderr: string }) => stderr,
  );

it('an admin, whom the operator adds, deletes the account only once there is another', async () => {
  const [admin, other] = [await join(backend), await join(backend)];
  const { data: role } = await admin.client.rpc('desk_role');
  expect(role).toBeNull();
  expect(await runStaff('add', 'nobody@example.com', '--role', 'admin')).toContain('No account');
  expect(await runStaff('add', admin.email)).toContain('Usage');
  await runStaff('add', admin.email, '--role', 'admin');
  expect((await admin.client.rpc('desk_role')).data).toBe('admin');
  expect(await runStaff('remove', admin.email)).toContain('The last admin cannot be removed');
  expect(await deleteAccount(admin)).toMatchObject({
    status: 409,
    answer: { code: 'last_admin' },
  });

  await runStaff('add', other.email, '--role', 'admin', '--database', backend.databaseUrl);
  expect(await runStaff('list')).toMatch(
    new RegExp(`^admin .*${admin.email}.*\n^admin .*${other.email}`, 'm'),
  );
  expect((await deleteAccount(admin)).status).toBe(200);
  const log = await sql`select act, staff_name, reason from private.staff_log order by id`;
  expect([...log]).toEqual([
    { act: 'add-staff', staff_name: 'Operator', reason: 'npm run staff' },
    { act: 'add-staff', staff_name: 'Operator', reason: 'npm run staff' },
    { act: 'remove-staff', staff_name: 'Automatic', reason: 'The account was deleted.' },
  ]);
});

it('an account is deleted although the backend cannot reach its own public address', async () => {
  const port = await freePort();
  const behind = await startBackend({
    env: { PORT: String(port), PUBLIC_URL: 'https://undertone.invalid' },
  });
  try {
    const member = await join({ ...behind, url: `http://127.0.0.1:${port}` });
    expect((await deleteAccount(member)).status).toBe(200);
  } finally {
    await behind.stop();
  }
});
