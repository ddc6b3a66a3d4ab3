import type { Sql } from '../../database/sql.ts';
import type { GatewayContext } from '../../http/service.ts';
import type { ProjectConfig } from '../../config/project-config.ts';
import type { AccessTokens } from './tokens/access-token.ts';
import type { Errands } from './errands.ts';
import type { Providers } from './oauth/providers.ts';
import type { Limits } from './limits.ts';
import type { LiveSessions } from './sessions/live-sessions.ts';
import type { Mailer } from './mail/mailer.ts';
import type { OneTimeTokens } from './tokens/one-time-tokens.ts';
import type { SealingKey } from './tokens/sealed-text.ts';
import type { PasswordHashes } from './passwords/password-hashes.ts';
import type { PasswordRules } from './passwords/password-strength.ts';
import type { RefreshTokens } from './sessions/refresh-token.ts';
import type { Redirects } from './oauth/redirects.ts';
import type { SendSms } from './mfa/sms.ts';

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
