import { randomBytes, randomUUID } from 'node:crypto';
import { DatabaseError } from 'pg';
import { z } from 'zod';
import {
  confirmEmail,
  createAccount,
  isEmailTaken,
  metadataSchema,
} from '../accounts/create-account.ts';
import { operator, recordAuditEntry } from '../accounts/audit-log.ts';
import type { Endpoint } from '../auth-context.ts';
import { requireOperator, requireUserInPath } from '../accounts/require-user.ts';
import { readClientInfo } from '../client-info.ts';
import { normalizeEmail } from '../accounts/email-address.ts';
import { AuthError, emailExists, validationFailed, notServed } from '../errors.ts';
import { checkPasswordFits } from '../passwords/password-strength.ts';
import { readBody } from '../request-body.ts';
import { findUser, userJson } from '../accounts/users.ts';
import { lockAccount, lowerAssuranceLevel } from '../sessions/assurance-level.ts';
import { endSessions } from '../sessions/sessions.ts';
import { factorJson, findOwnFactor } from '../mfa/factors.ts';

const newUserSchema = z.object({
  id: z.uuid().nullish(),
  email: z.string().nullish(),
  password: z.string().nullish(),
  email_confirm: z.boolean().nullish(),
  user_metadata: metadataSchema.nullish(),
  app_metadata: metadataSchema.nullish(),
  phone: z.unknown().optional(),
  password_hash: z.unknown().optional(),
  ban_duration: z.unknown().optional(),
  role: z.unknown().optional(),
});

const unservedFields = ['phone', 'password_hash', 'ban_duration', 'role'] as const;

/** `POST /admin/users`: creates an account without a sign-up. */
export const adminCreateUser: Endpoint = (auth) => async (context) => {
  requireOperator(context);
  const body = await readBody(context, newUserSchema);
  const field = unservedFields.find((name) => body[name]);
  if (field) throw notServed(`"${field}"`);
  if (!body.email) throw validationFailed('Cannot create a user without either an email or phone');
  const email = normalizeEmail(body.email);
  const password = body.password || randomBytes(48).toString('base64url');
  checkPasswordFits(password);
  const id = body.id ?? randomUUID();
  const passwordHash = await auth.passwords.hash(password, context.get('caller').client);
  const user = await auth.sql
    .begin(async (sql) => {
      await createAccount(sql, {
        id,
        email,
        passwordHash,
        userMetadata: body.user_metadata ?? {},
        appMetadata: body.app_metadata ?? {},
      });
      if (body.email_confirm) await confirmEmail(sql, id);
      await recordAuditEntry(sql, 'user_signedup', operator, readClientInfo(context).address, {
        user_id: id,
        user_email: email,
        user_phone: '',
        provider: 'email',
      });
      return (await findUser(sql, id))!;
    })
    .catch((error: unknown) => {
      if (isEmailTaken(error)) throw emailExists(error);
      if (error instanceof DatabaseError && error.constraint === 'users_pkey') {
        throw new AuthError('conflict', 'A user with this id already exists', { cause: error });
      }
      throw error;
    });
  return context.json(userJson(user));
};

/** `GET /admin/users/{id}`: any account. */
export const adminGetUser: Endpoint = (auth) => async (context) => {
  requireOperator(context);
  return context.json(userJson(await requireUserInPath(auth, context)));
};

const deletionSchema = z.object({ should_soft_delete: z.boolean().nullish() });

/** `DELETE /admin/users/{id}`: deletes the account, and by foreign keys all its rows. */
export const adminDeleteUser: Endpoint = (auth) => async (context) => {
  requireOperator(context);
  const hasBody = (await context.req.text()) !== '';
  if (hasBody && (await readBody(context, deletionSchema)).should_soft_delete) {
    throw notServed('"should_soft_delete"');
  }
  const user = await requireUserInPath(auth, context);
  const ended = await auth.sql.begin(async (sql) => {
    await lockAccount(sql, user.id);
    const sessions = await endSessions(sql, user.id, 'global', '');
    await sql`delete from auth.users where id = ${user.id}`;
    await recordAuditEntry(sql, 'user_deleted', operator, readClientInfo(context).address, {
      user_id: user.id,
      user_email: user.email ?? '',
      user_phone: user.phone ?? '',
    });
    return sessions;
  });
  auth.sessions.forget(ended);
  return context.json({});
};

/** `GET /admin/users/{id}/factors`: the factors of any account. */
export const adminListFactors: Endpoint = (auth) => async (context) => {
  requireOperator(context);
  const { factors } = await requireUserInPath(auth, context);
  return context.json(factors.map(factorJson));
};

/** `DELETE /admin/users/{id}/factors/{factorId}`: removes a lost second factor, so that its owner can sign in again. */
export const adminDeleteFactor: Endpoint = (auth) => async (context) => {
  requireOperator(context);
  const user = await requireUserInPath(auth, context);
  const factor = findOwnFactor(user.factors, context.req.param('factorId'));
  await auth.sql.begin(async (sql) => {
    await lockAccount(sql, user.id);
    await sql`delete from auth.mfa_factors where id = ${factor.id}`;
    await lowerAssuranceLevel(sql, factor.id);
    await recordAuditEntry(sql, 'factor_deleted', operator, readClientInfo(context).address, {
      user_id: user.id,
      factor_id: factor.id,
    });
  });
  return context.json(factorJson(factor));
};
