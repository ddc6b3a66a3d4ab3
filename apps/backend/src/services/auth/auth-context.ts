import type { Sql } from '../../database/sql.ts';
import type { GatewayContext } from '../../http/service.ts';
import type { ProjectConfig } from '../../config/project-config.ts';
import type { AccessTokens } from './tokens/access-token.ts';
import type { BackgroundTasks } from './background-tasks.ts';
import type { Providers } from './oauth/providers/create-providers.ts';
import type { SecondFactorLimits } from './mfa/second-factor-limits.ts';
import type { AuthRateLimits } from './rate-limits.ts';
import type { LiveSessions } from './sessions/live-sessions.ts';
import type { Mails } from './mail/mails.ts';
import type { OneTimeTokens } from './tokens/one-time-tokens.ts';
import type { SealingKey } from './tokens/sealed-text.ts';
import type { PasswordHashes } from './passwords/password-hashes.ts';
import type { PasswordRules } from './passwords/password-strength.ts';
import type { RefreshTokenFormat } from './sessions/refresh-token-format.ts';
import type { AllowedRedirects } from './oauth/allowed-redirects.ts';
import type { SendSms } from './mfa/send-sms.ts';

/** The connections, settings, keys and limits that every endpoint uses. */
export interface AuthContext {
  /** Connections of the superuser for this service only, which owns the schema `auth`. */
  readonly sql: Sql;
  readonly settings: ProjectConfig['auth'];
  /** The public URL of this service, without a trailing slash: `https://…/auth/v1`. */
  readonly url: string;
  readonly tokens: AccessTokens;
  readonly sessions: LiveSessions;
  readonly refreshTokenFormat: RefreshTokenFormat;
  readonly passwords: PasswordHashes;
  readonly passwordRules: PasswordRules;
  readonly oneTimeTokens: OneTimeTokens;
  readonly limits: AuthRateLimits;
  readonly secondFactorLimits: SecondFactorLimits;
  readonly redirects: AllowedRedirects;
  readonly mails: Mails;
  readonly backgroundTasks: BackgroundTasks;
  readonly providers: Providers;
  readonly sendSms: SendSms;
  /** Seals the secrets of second factors, and hashes their codes. */
  readonly factorKey: SealingKey;
}

/** Creates the handler of an endpoint; called once, at the start. */
export type Endpoint = (
  auth: AuthContext,
) => (context: GatewayContext) => Response | Promise<Response>;
