import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { dryRun, type TransactionSql } from '../../../database/sql.ts';
import {
  createAccount,
  confirmEmail,
  isEmailTaken,
  metadataSchema,
  type NewAccount,
} from '../accounts/create-account.ts';
import { recordAuditEntry } from '../accounts/audit-log.ts';
import type { AuthContext, Endpoint } from '../auth-context.ts';
import { addressKey, readClientInfo } from '../client-info.ts';
import { requestConfirmation } from '../accounts/email-confirmation.ts';
import { runBeforeUserCreated } from '../accounts/before-user-created.ts';
import { reportRepeatedSignUp } from '../accounts/repeated-sign-up.ts';
import { normalizeEmail } from '../accounts/email-address.ts';
import { AuthError, validationFailed } from '../errors.ts';
import { mailConfirmation } from '../mail/account-mails.ts';
import { checkNewPassword } from '../passwords/password-strength.ts';
import { readBody } from '../request-body.ts';
import { sessionResponse, startSession } from '../sessions/sessions.ts';
import { findUser, findUserByEmail, userJson, type User } from '../accounts/users.ts';
import type { GatewayContext } from '../../../http/service.ts';

const bodySchema = z.object({
  email: z.string().nullish(),
  phone: z.string().nullish(),
  password: z.string().nullish(),
  data: metadataSchema.nullish(),
});

/** Creates the account with its first session. The owner of an existing account is notified by mail. */
async function signUpWithoutConfirmation(
  auth: AuthContext,
  context: GatewayContext,
  account: NewAccount,
) {
  const client = readClientInfo(context);
  const started = await auth.sql
    .begin(async (sql) => {
      await createAccount(sql, account);
      await confirmEmail(sql, account.id);
      const created = (await findUser(sql, account.id))!;
      const traits = { provider: 'email' };
      await recordAuditEntry(sql, 'user_signedup', created, client.address, traits);
      await recordAuditEntry(sql, 'login', created, client.address, traits);
      const grant = await startSession(auth, sql, created, 'password', client);
      return { grant, user: (await findUser(sql, account.id))! };
    })
    .catch((error: unknown) => {
      if (!isEmailTaken(error)) throw error;
      auth.backgroundTasks.run(async () => {
        const known = await findUserByEmail(auth.sql, account.email);
        if (known) await reportRepeatedSignUp(auth, known, account.email, client.address);
      });
      throw new AuthError('user_already_exists', 'User already registered', { cause: error });
    });
  return sessionResponse(auth.tokens, started.user, started.grant);
}

interface RepeatedSignUp {
  /** The client's IP address. */
  readonly address: string | null;
  readonly redirectTo: string;
}

/** Mails the owner of an address with which somebody has signed up again, which the response must not reveal. */
async function mailOwner(
  auth: AuthContext,
  known: User,
  email: string,
  { address, redirectTo }: RepeatedSignUp,
): Promise<void> {
  if (known.email_confirmed_at) {
    await reportRepeatedSignUp(auth, known, email, address);
    return;
  }
  const token = await auth.sql.begin((sql) => requestConfirmation(auth, sql, known.id, email));
  mailConfirmation(auth, { user: known, to: email, token, redirectTo });
}

/**
 * Creates the account, and mails the link that confirms it. For an existing account the response is
 * that of a new one, made by a dry run; only a mail reports the sign-up.
 */
async function signUpWithConfirmation(
  auth: AuthContext,
  context: GatewayContext,
  account: NewAccount,
) {
  const { address } = readClientInfo(context);
  const redirectTo = auth.redirects.choose(context.req.query('redirect_to'));
  auth.limits.takeMail('confirmation', account.email);

  const create = async (sql: TransactionSql, { id, email }: NewAccount) => {
    await createAccount(sql, { ...account, id, email });
    const token = await requestConfirmation(auth, sql, id, email);
    const user = (await findUser(sql, id))!;
    await recordAuditEntry(sql, 'user_confirmation_requested', user, address, {
      provider: 'email',
    });
    return { user, token };
  };
  const known = await findUserByEmail(auth.sql, account.email);
  if (!known) {
    try {
      const { user, token } = await auth.sql.begin((sql) => create(sql, account));
      mailConfirmation(auth, { user, to: account.email, token, redirectTo });
      return userJson(user);
    } catch (error) {
      // A concurrent sign-up with the same address was faster.
      if (!isEmailTaken(error)) throw error;
    }
  }

  const placeholder = { ...account, email: `${randomUUID()}@dry-run.invalid` };
  const { user } = await dryRun(
    (work) => auth.sql.begin(work),
    (sql) => create(sql, placeholder),
  );
  if (known) {
    auth.backgroundTasks.run(() => mailOwner(auth, known, account.email, { address, redirectTo }));
  }
  return userJson(withEmail(user, account.email));
}

const withEmail = (user: User, email: string): User => ({
  ...user,
  email,
  identities: user.identities.map((identity) => ({
    ...identity,
    email,
    identity_data: { ...identity.identity_data, email },
  })),
});

/** `POST /signup`: creates an account from e-mail, password and user data. */
export const signUp: Endpoint = (auth) => async (context) => {
  const { settings, limits, passwords, passwordRules } = auth;
  if (context.get('caller').role !== 'service_role') {
    limits.signUpsPerAddress.take(addressKey(context));
  }
  const body = await readBody(context, bodySchema);
  if (!body.email && !body.phone) {
    throw new AuthError('anonymous_provider_disabled', 'Anonymous sign-ins are disabled');
  }
  if (!settings.enable_signup) {
    throw new AuthError('signup_disabled', 'Signups not allowed for this instance');
  }
  if (!body.password) throw validationFailed('Signup requires a valid password');
  checkNewPassword(body.password, passwordRules);
  if (body.email && body.phone) {
    throw validationFailed('Only an email address or phone number should be provided on signup.');
  }
  if (!body.email) throw new AuthError('phone_provider_disabled', 'Phone signups are disabled');
  if (!settings.email.enable_signup) {
    throw new AuthError('email_provider_disabled', 'Email signups are disabled', { status: 400 });
  }
  const email = normalizeEmail(body.email);

  const user = { id: randomUUID(), email, userMetadata: body.data ?? {} };
  // Also for an address that has an account, unlike GoTrue: the response must not reveal it.
  await runBeforeUserCreated(auth, { ...user, provider: 'email' }, readClientInfo(context));
  const account: NewAccount = {
    ...user,
    passwordHash: await passwords.hash(body.password, context.get('caller').client),
  };
  const answer = settings.email.enable_confirmations
    ? await signUpWithConfirmation(auth, context, account)
    : await signUpWithoutConfirmation(auth, context, account);
  return context.json(answer);
};
