import type { Sql } from '../database/sql.ts';
import type { GatewayContext } from '../http/service.ts';
import type { ProjectConfig } from '../project-config.ts';
import type { SealingKey } from '../secrets.ts';
import type { AccessTokens } from './access-token.ts';
import type { Errands } from './errands.ts';
import type { Providers } from './external/providers.ts';
import type { Limits } from './limits.ts';
import type { LiveSessions } from './live-sessions.ts';
import type { Mailer } from './mailer.ts';
import type { OneTimeTokens } from './one-time-tokens.ts';
import type { PasswordHashes } from './password-hashes.ts';
import type { PasswordRules } from './password-strength.ts';
import type { RefreshTokens } from './refresh-token.ts';
import type { Redirects } from './redirects.ts';
import type { SendSms } from './sms.ts';

/** What the endpoints share. */
export interface Auth {
  /** Superuser's connections of its own: the auth schema is this service's own book. */
  readonly sql: Sql;
  readonly settings: ProjectConfig['auth'];
  /** Where this service is reached, without a slash at its end: `https://…/auth/v1`. */
  readonly url: string;
  readonly tokens: AccessTokens;
  readonly sessions: LiveSessions;
  readonly refreshTokens: RefreshTokens;
  readonly passwords: PasswordHashes;
  readonly passwordRules: PasswordRules;
  readonly oneTimeTokens: OneTimeTokens;
  readonly limits: Limits;
  readonly redirects: Redirects;
  readonly mailer: Mailer;
  readonly errands: Errands;
  readonly providers: Providers;
  readonly sendSms: SendSms;
  /** Seals the secrets of second factors, and hashes their codes. */
  readonly factorKey: SealingKey;
}

/** One endpoint, made once at start. */
export type Endpoint = (auth: Auth) => (context: GatewayContext) => Response | Promise<Response>;
