import { randomUUID } from 'node:crypto';
import { decodeJwt } from 'jose';
import { describe, expect, it } from 'vitest';
import { identifier } from '../../../database/fragment.ts';
import { challengeOf, readCodeChallenge, type CodeChallenge } from './code-challenge.ts';
import { verifier, whileHolding, startAuth, refusal } from '../fixtures/running-auth.ts';
import { createFlow, issueFlowCode } from './flow-state.ts';
import type { MethodReference } from '../tokens/access-token.ts';

const auth = await startAuth();

const hashed: CodeChallenge = { challenge: challengeOf(verifier), method: 's256' };
const tokens = { accessToken: 'the-access-token', refreshToken: 'the-refresh-token' };

/** Creates a flow through a provider, up to its code. */
const createProviderFlow = async (userId: string, challenge: CodeChallenge = hashed) =>
  auth.sql.begin(async (sql) => {
    const id = await createFlow(sql, { provider: 'google', challenge });
    return { id, code: await issueFlowCode(sql, id, userId, tokens) };
  });

const exchange = (code: unknown, secret: unknown = verifier) =>
  auth.ask('/token?grant_type=pkce', { body: { auth_code: code, code_verifier: secret } });

const age = (id: string, column: 'created_at' | 'auth_code_issued_at') =>
  auth.sql`
    update auth.flow_state
    set ${identifier(column)} = now() - interval '301 seconds' where id = ${id}`;

const flows = async (userId: string) =>
  auth.sql`select * from auth.flow_state where user_id = ${userId}`;

const assurance = (token: unknown) => {
  const { aal, amr } = decodeJwt<{ aal: string; amr: MethodReference[] }>(String(token));
  return { aal, methods: amr.map(({ method }) => method) };
};

const notFound = refusal(404, 'flow_state_not_found');
const wrongVerifier = refusal(400, 'bad_code_verifier');
const expired = refusal(422, 'flow_state_expired');

describe('the exchange of a code', () => {
  it('gives a session by the method oauth, with the provider’s tokens', async () => {
    const { id } = await auth.newPerson();
    const { code } = await createProviderFlow(id);
    const { status, body } = await exchange(code);
    expect(status).toBe(200);
    expect(body).toMatchObject({
      token_type: 'bearer',
      user: { id },
      provider_token: 'the-access-token',
      provider_refresh_token: 'the-refresh-token',
    });
    expect(assurance(body.access_token)).toEqual({ aal: 'aal1', methods: ['oauth'] });
    expect(await auth.accepts(String(body.access_token))).toBe(true);
  });

  it('works once for two requests at the same time', async () => {
    const { id } = await auth.newPerson();
    const flow = await createProviderFlow(id);
    const answers = await whileHolding(
      auth,
      (sql) => sql`select from auth.flow_state where id = ${flow.id} for update`,
      2,
      () => Promise.all([exchange(flow.code), exchange(flow.code)]),
    );
    expect(answers.map(({ status }) => status).sort((a, b) => a - b)).toEqual([200, 404]);
    expect(await flows(id)).toEqual([]);
  });

  it('accepts a plain challenge', async () => {
    const { id } = await auth.newPerson();
    const { code } = await createProviderFlow(id, { challenge: verifier, method: 'plain' });
    expect(await exchange(code, `${verifier}x`)).toMatchObject(wrongVerifier);
    expect((await exchange(code)).status).toBe(200);
  });

  it('refuses a wrong verifier, and still accepts the right one afterwards', async () => {
    const { id } = await auth.newPerson();
    const { code } = await createProviderFlow(id);
    expect(await exchange(code, 'w'.repeat(56))).toMatchObject(wrongVerifier);
    expect(await exchange(code, hashed.challenge)).toMatchObject(wrongVerifier);
    expect((await exchange(code)).status).toBe(200);
  });

  it('refuses an unknown code', async () => {
    const { id } = await auth.newPerson();
    const flow = await createProviderFlow(id);
    const [row] = await flows(id);
    expect(await exchange(randomUUID())).toMatchObject(notFound);
    expect(await exchange(flow.id)).toMatchObject(notFound);
    expect(await exchange(row!.auth_code)).toMatchObject(notFound);
    const invalid = refusal(400, 'validation_failed');
    expect(await exchange(null)).toMatchObject(invalid);
    expect(await exchange(flow.code, '')).toMatchObject(invalid);
    expect(await exchange({ $ne: null })).toMatchObject(invalid);
  });

  it('is refused five minutes after the flow began', async () => {
    const { id } = await auth.newPerson();
    const flow = await createProviderFlow(id);
    await age(flow.id, 'created_at');
    expect(await exchange(flow.code)).toMatchObject(expired);
  });

  it('is refused for an account that was banned or deleted meanwhile', async () => {
    const [banned, gone] = [await auth.newPerson(), await auth.newPerson()];
    const codes = [await createProviderFlow(banned.id), await createProviderFlow(gone.id)];
    const { sql: admin } = auth;
    await admin`update auth.users set banned_until = now() + interval '1 hour' where id = ${banned.id}`;
    await admin`delete from auth.users where id = ${gone.id}`;
    expect(await exchange(codes[0]!.code)).toMatchObject(refusal(403, 'user_banned'));
    expect(await exchange(codes[1]!.code)).toMatchObject(notFound);
  });
});

describe('the database', () => {
  it('contains neither the code nor the provider’s tokens', async () => {
    const { id } = await auth.newPerson();
    const { code } = await createProviderFlow(id);
    const stored = JSON.stringify(await flows(id));
    expect(stored).not.toContain(code);
    expect(stored).not.toContain('the-access-token');
    expect(stored).not.toContain('the-refresh-token');
  });

  it('deletes unfinished flows after a day', async () => {
    const { id } = await auth.newPerson();
    const { id: old } = await createProviderFlow(id);
    await auth.sql`
      update auth.flow_state set created_at = now() - interval '25 hours' where id = ${old}`;
    await createProviderFlow(id);
    expect((await flows(id)).map((flow) => flow.id)).not.toContain(old);
  });
});

describe('a code challenge', () => {
  it('is read with its method, in upper or lower case', () => {
    expect(readCodeChallenge(hashed.challenge, 'S256')).toEqual(hashed);
    expect(readCodeChallenge(verifier, 'plain')).toEqual({ challenge: verifier, method: 'plain' });
    expect(readCodeChallenge(null, '')).toBeNull();
  });

  it.each([
    ['without a method', hashed.challenge, ''],
    ['without a challenge', '', 's256'],
    ['too short', 'a'.repeat(42), 's256'],
    ['too long', 'a'.repeat(129), 's256'],
    ['with strange characters', `${'a'.repeat(43)}+`, 's256'],
    ['of an unknown method', hashed.challenge, 's512'],
  ])('is refused %s', (_, challenge, method) => {
    expect(() => readCodeChallenge(challenge, method)).toThrow(
      expect.objectContaining({ code: 'validation_failed' }),
    );
  });
});
