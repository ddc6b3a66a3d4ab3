import {
  createClient,
  type Provider,
  type Session,
  type SupabaseClient,
} from '@supabase/supabase-js';
import { startBackend, type TestBackend } from '@undertone/test-support/backend';
import postgres, { type Sql } from 'postgres';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Browser } from './fixtures/browser.ts';
import { GitHub } from './fixtures/github.ts';
import { clientId, clientSecret, OpenIdProvider } from './fixtures/openid-provider.ts';
import { signUp } from './fixtures/person.ts';
import { createProjectFolder, type ProjectFolder } from './fixtures/project-folder.ts';

/** The page of the app that sign-ins lead back to. */
const app = 'http://127.0.0.1:3000/auth';

let project: ProjectFolder;
let openId: OpenIdProvider;
let gitHub: GitHub;
let backend: TestBackend;
let callbackUrl: string;

/** Creates a copy of this project's folder with providers configured. */
function createFolderWithProviders(): Promise<ProjectFolder> {
  const provider = (name: string, url: string) => `
    [auth.external.${name}]
    enabled = true
    client_id = "${clientId}"
    secret = "env(PROVIDER_SECRET)"
    url = "${url}"
  `;
  return createProjectFolder((config) =>
    [
      config.replace('enable_manual_linking = false', 'enable_manual_linking = true'),
      provider('keycloak', openId.url),
      provider('github', gitHub.url),
    ].join('\n'),
  );
}

beforeAll(async () => {
  [openId, gitHub] = await Promise.all([OpenIdProvider.start(), GitHub.start()]);
  project = await createFolderWithProviders();
  backend = await startBackend({
    env: { SUPABASE_FOLDER: project.path, PROVIDER_SECRET: clientSecret },
  });
  callbackUrl = `${backend.url}/auth/v1/callback`;
  await openId.serve(callbackUrl);
});
afterAll(async () => {
  await backend?.stop();
  await Promise.all([openId?.stop(), gitHub?.stop()]);
  await project?.remove();
});

const visit = (flowType: 'pkce' | 'implicit' = 'pkce'): SupabaseClient =>
  createClient(backend.url, backend.publishableKey, {
    auth: { flowType, persistSession: false, autoRefreshToken: false },
  });

/** The authorization address that the app sends the browser to. */
async function addressOf(client: SupabaseClient, provider: Provider): Promise<string> {
  const { data, error } = await client.auth.signInWithOAuth({
    provider,
    options: { redirectTo: app, scopes: 'profile', skipBrowserRedirect: true },
  });
  if (error) throw error;
  return data.url;
}

/** Follows the backend's redirects up to the app's page, which is not opened. */
const followToApp = async (address: URL): Promise<URL> =>
  (await new Browser().open(address.href, app)).url;

/** Signs in at the OpenID provider, and returns the app's page that the browser is sent to. */
async function throughOpenId(client: SupabaseClient, login: string): Promise<URL> {
  const address = await addressOf(client, 'keycloak');
  return followToApp(await openId.signIn(address, login, callbackUrl));
}

/** Signs in as GitHub's current user, and returns the app's page that the browser is sent to. */
const throughGitHub = async (client: SupabaseClient): Promise<URL> =>
  followToApp(new URL(await addressOf(client, 'github')));

async function exchange(client: SupabaseClient, page: URL): Promise<Session> {
  const code = page.searchParams.get('code');
  if (!code) throw new Error(`there is no code in ${page.search}`);
  const { data, error } = await client.auth.exchangeCodeForSession(code);
  if (error) throw error;
  return data.session;
}

let people = 0;
/** Registers a new person at the OpenID provider, who has no account of the backend. */
const newPersonAtProvider = (isVerified = true) => {
  const login = `newcomer-${(people += 1)}`;
  const email = `${login}@example.com`;
  openId.people.set(login, { email, email_verified: isVerified, preferred_username: login });
  const emails = [
    { email: `other-${email}`, primary: false, verified: true },
    { email, primary: true, verified: isVerified },
  ];
  const person = { id: people, login, name: null, avatar_url: `${gitHub.url}/a.png`, emails };
  return { login, email, person };
};

const paramsOf = (page: URL) => Object.fromEntries(page.searchParams);

describe('a sign-in through an OpenID provider', () => {
  it('returns a session of an account whose profile has no username yet', async () => {
    const { login, email } = newPersonAtProvider();
    const client = visit();
    const session = await exchange(client, await throughOpenId(client, login));
    expect(session).toMatchObject({
      provider_token: expect.any(String),
      user: {
        email,
        app_metadata: { provider: 'keycloak', providers: ['keycloak'] },
        identities: [{ provider: 'keycloak', id: login }],
      },
    });
    const { data } = await client
      .from('profiles')
      .select('username')
      .eq('user_id', session.user.id)
      .single();
    expect(data).toEqual({ username: null });
    const { error } = await client
      .from('profiles')
      .update({ username: login })
      .eq('user_id', session.user.id);
    expect(error).toBeNull();
  });

  it('returns the session in the fragment without PKCE', async () => {
    const { login, email } = newPersonAtProvider();
    const client = visit('implicit');
    const page = await throughOpenId(client, login);
    const values = Object.fromEntries(new URLSearchParams(page.hash.slice(1)));
    expect(page.search).toBe('');
    const { data, error } = await client.auth.setSession({
      access_token: values.access_token!,
      refresh_token: values.refresh_token!,
    });
    expect(error).toBeNull();
    expect(data.user).toMatchObject({ email });
  });

  it('can be completed once, by the client that started it', async () => {
    const { login } = newPersonAtProvider();
    const [client, other] = [visit(), visit()];
    const page = await throughOpenId(client, login);
    const code = page.searchParams.get('code')!;
    await addressOf(other, 'keycloak');
    const stolen = await other.auth.exchangeCodeForSession(code);
    expect(stolen.error).toMatchObject({ code: 'bad_code_verifier', status: 400 });
    await exchange(client, page);
    await addressOf(client, 'keycloak');
    const again = await client.auth.exchangeCodeForSession(code);
    expect(again.error).toMatchObject({ code: 'flow_state_not_found', status: 404 });
  });
});

describe('a sign-in through GitHub', () => {
  it('uses the primary address and the name from GitHub', async () => {
    const { login, email, person } = newPersonAtProvider();
    // A username that is taken does not prevent the sign-in.
    await signUp(backend, `${login}-here`);
    gitHub.person = { ...person, login: `${login}-here`, name: 'Someone' };
    const client = visit();
    const session = await exchange(client, await throughGitHub(client));
    expect(session.user).toMatchObject({
      email,
      user_metadata: {
        user_name: `${login}-here`,
        preferred_username: `${login}-here`,
        full_name: 'Someone',
        avatar_url: `${gitHub.url}/a.png`,
        provider_id: String(person.id),
      },
    });
    const { data } = await client
      .from('profiles')
      .select('username')
      .eq('user_id', session.user.id)
      .single();
    expect(data).toEqual({ username: null });
  });

  it('is not linked by an unverified primary address, even when other addresses are verified', async () => {
    const { login, person } = newPersonAtProvider(false);
    await signUp(backend, login);
    await signUp(backend, `other-${login}`);
    gitHub.person = person;
    expect(paramsOf(await throughGitHub(visit()))).toMatchObject({
      error_code: 'provider_email_needs_verification',
    });
  });

  it('fails without a primary address', async () => {
    const { person } = newPersonAtProvider();
    gitHub.person = { ...person, emails: person.emails.slice(0, 1) };
    expect(paramsOf(await throughGitHub(visit()))).toMatchObject({
      error_description: 'Error getting user email from external provider',
    });
  });
});

it('an identity is linked, listed and unlinked by the owner of the account', async () => {
  const { login } = newPersonAtProvider();
  const { client, id } = await signUp(backend, `host-of-${login}`);
  const { data, error } = await client.auth.linkIdentity({
    provider: 'keycloak',
    options: { redirectTo: app },
  });
  expect(error).toBeNull();
  await followToApp(await openId.signIn(data.url!, login, callbackUrl));
  const { data: linked } = await client.auth.getUserIdentities();
  expect(linked?.identities.map(({ provider }) => provider)).toEqual(['email', 'keycloak']);

  const visitor = visit();
  const session = await exchange(visitor, await throughOpenId(visitor, login));
  expect(session.user.id).toBe(id);

  const unlinked = await client.auth.unlinkIdentity(linked!.identities[1]!);
  expect(unlinked.error).toBeNull();
  const { data: left } = await client.auth.getUserIdentities();
  expect(left?.identities.map(({ provider }) => provider)).toEqual(['email']);
});

it('the settings endpoint lists the providers that are enabled', async () => {
  const response = await fetch(`${backend.url}/auth/v1/settings`, {
    headers: { apikey: backend.publishableKey },
  });
  expect(await response.json()).toMatchObject({
    external: { keycloak: true, github: true, google: false, apple: false, email: true },
  });
});

describe('registration by invitation', () => {
  const code = 'AAAA-BBBB-CCCC-DDDD';
  let sql: Sql;
  const register = (registration: string) =>
    sql`update private.site_settings set registration = ${registration}`;
  beforeAll(async () => {
    sql = postgres(backend.databaseUrl, { max: 1, onnotice: () => undefined });
    await sql`
      insert into private.invitations (code_hash, label, uses, uses_left)
      values (private.hash_invitation_code(${code}), 'A test', 2, 2)`;
  });
  afterAll(async () => {
    await register('open');
    await sql.end();
  });

  const refusal = expect.stringContaining('Registration is by invitation');

  it('refuses a new person of a provider until a code is reserved for the address', async () => {
    await register('invitation');
    const { login, email } = newPersonAtProvider();
    expect(paramsOf(await throughOpenId(visit(), login))).toMatchObject({
      error: 'access_denied',
      error_description: refusal,
    });
    const { data } = await visit().rpc('reserve_invitation', { code, email }).throwOnError();
    expect(data).toBeNull();
    const client = visit();
    const session = await exchange(client, await throughOpenId(client, login));
    expect(session.user.email).toBe(email);
  });

  it('takes the code as data of a sign-up by mail, and refuses one that is used up', async () => {
    await register('invitation');
    const attempt = (name: string, invitation?: string) =>
      visit().auth.signUp({
        email: `${name}@example.com`,
        password: 'correct horse battery',
        options: { data: { username: name, invitation } },
      });
    expect((await attempt('uninvited')).error).toMatchObject({ status: 403, message: refusal });
    const { data, error } = await attempt('invited', code);
    expect(error).toBeNull();
    expect(data.user?.user_metadata).not.toHaveProperty('invitation');
    expect((await attempt('late', code)).error).toMatchObject({
      status: 403,
      message: expect.stringContaining('not valid'),
    });
  });

  it('and closed registration let everybody in who has an account', async () => {
    await register('open');
    const { login } = newPersonAtProvider();
    const client = visit();
    await exchange(client, await throughOpenId(client, login));
    await register('closed');
    const again = visit();
    expect(await exchange(again, await throughOpenId(again, login))).toHaveProperty('access_token');
    const { error } = await visit().auth.signInWithPassword({
      email: 'invited@example.com',
      password: 'correct horse battery',
    });
    expect(error).toBeNull();
  });
});
