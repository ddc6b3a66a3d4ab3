import { afterAll, expect, it } from 'vitest';
import { z } from 'zod';
import { Browser, newProviderPerson, startAuthWithProvider } from '../fixtures/provider-sign-in.ts';
import { newEmail, password, refusal } from '../fixtures/running-auth.ts';

const { provider, auth, browser } = await startAuthWithProvider();

await auth.sql.unsafe(`
  create table public.asked (event jsonb not null);
  create function public.admit(event jsonb) returns jsonb
  language plpgsql security definer set search_path = ''
  as $$
  begin
    insert into public.asked values (event);
    if event -> 'user' -> 'user_metadata' ->> 'wish' = 'fail' then
      raise exception 'a fault';
    end if;
    return case event -> 'user' -> 'user_metadata' ->> 'wish'
      when 'refuse' then '{"error": {"http_code": 403, "message": "Not today"}}'
      when 'no code' then '{"error": {"message": "Not today"}}'
      else '{}'
    end;
  end
  $$;
  revoke execute on function public.admit from public;
  grant usage on schema public to supabase_auth_admin;
  grant execute on function public.admit to supabase_auth_admin`);

const hook = {
  before_user_created: {
    uri: 'pg-functions://postgres/public/admit',
    schema: 'public',
    name: 'admit',
  },
  send_sms: null,
};
const settings = { external: { keycloak: provider.settings }, hook };
const guarded = await auth.startAnother(
  { settings, secrets: auth.secrets, publicUrl: auth.url },
  afterAll,
);

const signUp = (email: string, wish?: string) =>
  guarded.ask('/signup', { body: { email, password, data: { wish } } });

const asked = async (email: string) => {
  const rows = await auth.sql<{ event: Record<string, unknown> }[]>`
    select event from public.asked where event -> 'user' ->> 'email' = ${email}`;
  return rows.map(({ event }) => event);
};

const userId = (body: unknown) =>
  z.object({ user: z.object({ id: z.uuid() }) }).parse(body).user.id;

const accountsOf = async (email: string) =>
  (await auth.sql`select from auth.users where email = ${email}`).length;

it('the function gets the account that is about to be created', async () => {
  const email = newEmail();
  const { status, body } = await signUp(email.toUpperCase(), 'join');
  expect(status).toBe(200);
  expect(await asked(email)).toEqual([
    {
      metadata: {
        uuid: expect.any(String),
        time: expect.any(String),
        name: 'before-user-created',
        ip_address: '127.0.0.1',
      },
      user: {
        id: userId(body),
        aud: 'authenticated',
        role: '',
        email,
        phone: '',
        app_metadata: { provider: 'email', providers: ['email'] },
        user_metadata: { wish: 'join' },
        identities: [],
        created_at: '0001-01-01T00:00:00Z',
        updated_at: '0001-01-01T00:00:00Z',
        is_anonymous: false,
      },
    },
  ]);
});

it('its refusal is the response, no account is created, and what it wrote stays', async () => {
  const email = newEmail();
  expect(await signUp(email, 'refuse')).toMatchObject(refusal(403, 'unknown', 'Not today'));
  expect(await accountsOf(email)).toBe(0);
  expect(await asked(email)).toHaveLength(1);
});

it.each([
  ['a refusal without a status', 'no code', 'Not today'],
  ['a failure of the function', 'fail', `Error running hook URI: ${hook.before_user_created.uri}`],
])('%s is a failure of the server', async (_case, wish, message) => {
  const email = newEmail();
  expect(await signUp(email, wish)).toMatchObject(refusal(500, 'unexpected_failure', message));
  expect(await accountsOf(email)).toBe(0);
});

it('a character that cannot be stored is refused as without the function', async () => {
  const email = newEmail();
  expect(await signUp(email, 'a\0b')).toMatchObject(refusal(400, 'validation_failed'));
  expect(await accountsOf(email)).toBe(0);
});

it('the function is asked for a new person of a provider, not for one who has an account', async () => {
  const guardedBrowser = new Browser(guarded, provider);
  const [known, refused] = [newProviderPerson(), newProviderPerson()];
  const linked = newEmail();
  await auth.ask('/signup', { body: { email: linked, password } });
  await browser.signIn(known);
  expect(await guardedBrowser.signIn(known)).toHaveProperty('access_token');
  expect(await guardedBrowser.signIn({ ...newProviderPerson(), email: linked })).toHaveProperty(
    'access_token',
  );
  expect(await asked(known.email)).toEqual([]);
  expect(await asked(linked)).toEqual([]);

  expect(await guardedBrowser.signIn({ ...refused, custom: 'x' })).toHaveProperty('access_token');
  expect(await asked(refused.email)).toMatchObject([
    { user: { app_metadata: { provider: 'keycloak' }, user_metadata: { sub: refused.sub } } },
  ]);
});

it('the function is not asked for an account that the operator creates, as on Supabase', async () => {
  const email = newEmail();
  const { admin } = guarded.client(guarded.secrets.secretKey);
  expect(await admin.createUser({ email, password })).toMatchObject({ error: null });
  expect(await asked(email)).toEqual([]);
});
