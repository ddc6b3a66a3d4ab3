import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { audience } from '../../../identity/verify-token.ts';
import type { AuthContext } from '../auth-context.ts';
import type { ClientInfo } from '../client-info.ts';
import { AuthError, isErrorStatus } from '../errors.ts';
import { isUnstorableText } from '../unstorable-text.ts';
import type { Metadata } from './users.ts';

/** An account that is about to be created. */
export interface NewUserInput {
  readonly id: string;
  /** In lower case; null if a provider named none. */
  readonly email: string | null;
  readonly provider: string;
  readonly userMetadata: Metadata;
}

/** How long the function may run, ms. This and the shapes below are GoTrue's. */
const timeout = 2_000;

/** The time of a row that is not inserted yet, as Go writes it. */
const noTime = '0001-01-01T00:00:00Z';

const refusalSchema = z.object({
  error: z.object({ message: z.string().min(1), http_code: z.unknown().optional() }),
});

const inputOf = (user: NewUserInput, { address }: ClientInfo) => ({
  metadata: {
    uuid: randomUUID(),
    time: new Date().toISOString(),
    name: 'before-user-created',
    ip_address: address ?? undefined,
  },
  user: {
    id: user.id,
    aud: audience,
    role: '',
    email: user.email ?? '',
    phone: '',
    app_metadata: { provider: user.provider, providers: [user.provider] },
    user_metadata: user.userMetadata,
    identities: [],
    created_at: noTime,
    updated_at: noTime,
    is_anonymous: false,
  },
});

/**
 * Asks the project's hook `before_user_created` whether an account may be created. The function runs as the role
 * of Supabase Auth, in a transaction of its own, which is committed also when it refuses.
 * @throws {AuthError} with the function's sentence and status; `unexpected_failure` if the function fails
 */
export async function runBeforeUserCreated(
  auth: AuthContext,
  user: NewUserInput,
  client: ClientInfo,
): Promise<void> {
  const hook = auth.settings.hook.before_user_created;
  if (!hook) return;
  const output = await auth.sql
    .begin(async (sql) => {
      await sql.unsafe(
        `set local statement_timeout = ${timeout}; set local role supabase_auth_admin`,
      );
      const [row] = await sql.unsafe<{ output: unknown }[]>(
        `select "${hook.schema}"."${hook.name}"($1) as output`,
        [JSON.stringify(inputOf(user, client))],
      );
      return row?.output;
    })
    .catch((cause: unknown) => {
      // The request's fault, not the function's.
      if (isUnstorableText(cause)) throw cause;
      throw new AuthError('unexpected_failure', `Error running hook URI: ${hook.uri}`, { cause });
    });
  const refusal = refusalSchema.safeParse(output);
  if (!refusal.success) return;
  const { message, http_code: code } = refusal.data.error;
  const status = isErrorStatus(code) ? code : 500;
  throw new AuthError(status === 500 ? 'unexpected_failure' : 'unknown', message, { status });
}
