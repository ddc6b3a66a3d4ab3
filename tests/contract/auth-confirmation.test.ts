import { randomUUID } from 'node:crypto';
import { startBackend, type TestBackend } from '@undertone/test-support/backend';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { codeIn, follow, linkIn, mailTo } from './fixtures/mailbox.ts';
import { signIn } from './fixtures/member.ts';
import { visit } from './fixtures/person.ts';
import {
  createProjectFolder,
  withConfirmations,
  type ProjectFolder,
} from './fixtures/project-folder.ts';

let project: ProjectFolder;
let backend: TestBackend;
beforeAll(async () => {
  project = await createProjectFolder(withConfirmations);
  backend = await startBackend({ env: { SUPABASE_FOLDER: project.path } });
});
afterAll(async () => {
  await backend?.stop();
  await project?.remove();
});

const signUp = async (email = `${randomUUID()}@example.com`) => {
  const { data, error } = await visit(backend).auth.signUp({
    email,
    password: 'correct horse battery',
    options: { data: { username: `c-${randomUUID().slice(0, 13)}` } },
  });
  return { email, data, error };
};

const subject = 'Confirm your email address';

describe('a sign-up that must be confirmed', () => {
  it('gives a session only after the mailed link was confirmed', async () => {
    const { email, data } = await signUp();
    expect(data).toMatchObject({ user: { email }, session: null });
    await expect(signIn(backend, { email })).rejects.toMatchObject({ code: 'email_not_confirmed' });
    const { error } = await follow(backend, linkIn(await mailTo(backend, email, subject)));
    expect(error).toBeNull();
    expect((await signIn(backend, { email })).session.user.email).toBe(email);
  });

  it.each(['email', 'signup'] as const)('is confirmed by the mailed code as %s', async (type) => {
    const { email } = await signUp();
    const token = codeIn(await mailTo(backend, email, subject));
    const { data, error } = await visit(backend).auth.verifyOtp({ email, token, type });
    expect(error).toBeNull();
    expect(data.session?.user.email).toBe(email);
  });

  it('is mailed again at most once a minute, whether or not the address waits for confirmation', async () => {
    const { email } = await signUp();
    for (const [address, first] of [
      // The first mail went out with the sign-up.
      [email, 'over_email_send_rate_limit'],
      ['unknown@example.com', undefined],
    ] as const) {
      const again = async () =>
        (await visit(backend).auth.resend({ type: 'signup', email: address })).error?.code;
      expect(await again()).toBe(first);
      expect(await again()).toBe('over_email_send_rate_limit');
    }
  });

  it('does not reveal whether the address has an account', async () => {
    const { email } = await signUp();
    await follow(backend, linkIn(await mailTo(backend, email, subject)));
    // Within the minute both get the same answer; the unit tests of the service compare the bodies.
    expect((await signUp(email)).error).toMatchObject({ code: 'over_email_send_rate_limit' });
    const unknown = await signUp();
    expect((await signUp(unknown.email)).error).toMatchObject({
      code: 'over_email_send_rate_limit',
    });
  });
});
