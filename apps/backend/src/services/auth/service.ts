import { join } from 'node:path';
import { Hono } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { createMiddleware } from 'hono/factory';
import type { Logger } from 'pino';
import type { Config } from '../../config/environment.ts';
import type { Database } from '../../database/database.ts';
import type { ApiKeys } from '../../identity/api-keys.ts';
import type { RequireSession, VerifyToken } from '../../identity/caller.ts';
import type { TokenKeys } from '../../identity/token-keys.ts';
import { identifyCaller, type CallerRules } from '../../http/identify-caller.ts';
import { admissionOf } from '../../config/admission.ts';
import { ClientRates } from '../../http/client-rates.ts';
import { ConcurrencyLimit } from '../../lib/concurrency-limit.ts';
import { HOUR_MS, runEvery } from '../../lib/run-every.ts';
import type { GatewayEnv, Service } from '../../http/service.ts';
import type { ProjectConfig } from '../../config/project-config.ts';
import { AccessTokens } from './tokens/access-token.ts';
import type { AuthContext } from './auth-context.ts';
import {
  adminDeleteFactor,
  adminListFactors,
  adminCreateUser,
  adminDeleteUser,
  adminGetUser,
} from './endpoints/admin.ts';
import { authorize, linkIdentity, callback } from './endpoints/oauth-flow.ts';
import { challengeFactor, verifyFactor } from './endpoints/factor-challenge.ts';
import { enrollFactor, unenrollFactor } from './endpoints/factor-enrollment.ts';
import { getUser, updateUser } from './endpoints/user.ts';
import { health, keySet, settings as showSettings } from './endpoints/service-description.ts';
import { refuseUnserved, otp } from './endpoints/unserved-endpoints.ts';
import { reauthenticate } from './endpoints/reauthenticate.ts';
import { recover } from './endpoints/recover.ts';
import { resend } from './endpoints/resend.ts';
import { signOut } from './endpoints/sign-out.ts';
import { signUp } from './endpoints/sign-up.ts';
import { token } from './endpoints/token.ts';
import { unlinkIdentity } from './endpoints/unlink-identity.ts';
import { verify, verifyLink } from './endpoints/verify.ts';
import { BackgroundTasks } from './background-tasks.ts';
import { errorResponse } from './error-response.ts';
import { AuthError } from './errors.ts';
import { createProviders } from './oauth/providers/create-providers.ts';
import { readLeakedPasswords } from './passwords/leaked-passwords.ts';
import { SecondFactorLimits } from './mfa/second-factor-limits.ts';
import { AuthRateLimits } from './rate-limits.ts';
import {
  listenForEndedSessions,
  LiveSessions,
  queryLiveSession,
} from './sessions/live-sessions.ts';
import { readDkimSignature } from './mail/dkim-signature.ts';
import { mailEnvironment } from './mail/mail-environment.ts';
import { Mailer } from './mail/mailer.ts';
import { Mails } from './mail/mails.ts';
import { OneTimeTokens } from './tokens/one-time-tokens.ts';
import type { SealingKey } from './tokens/sealed-text.ts';
import { PasswordHashes } from './passwords/password-hashes.ts';
import { pruneExpired } from './accounts/prune-expired.ts';
import { AllowedRedirects } from './oauth/allowed-redirects.ts';
import { RefreshTokenFormat } from './sessions/refresh-token-format.ts';
import { chooseSiteUrl } from './oauth/site-url.ts';
import { createSendSms } from './mfa/send-sms.ts';
import { createRequireSession, createVerifyToken } from '../../identity/verify-token.ts';

export interface AuthOptions {
  /** The sender of mails, as a mailbox shows it. */
  readonly senderName: string;
  readonly database: Database;
  readonly secrets: ApiKeys & {
    /** Seals the secrets of second factors. */
    readonly factorKey: SealingKey;
  };
  /** The keys that sign and verify access tokens. */
  readonly tokenKeys: TokenKeys;
  readonly config: Config;
  readonly settings: ProjectConfig['auth'];
  readonly log: Logger;
}

/** Largest body that any endpoint reads, bytes. */
const maximumBody = 64 * 1024;

/** The domain of mails' sender: the host of their links. */
const senderDomain = (publicUrl: string): string => {
  const { hostname } = new URL(publicUrl);
  return hostname.includes('.') && !/^[\d.]+$/.test(hostname) ? hostname : 'localhost.localdomain';
};

const createRoutes = (
  auth: AuthContext,
  rules: CallerRules,
  concurrency: ConcurrencyLimit,
): Hono<GatewayEnv> => {
  const routes = new Hono<GatewayEnv>();
  routes.onError(errorResponse);
  routes.use(
    bodyLimit({
      maxSize: maximumBody,
      onError: () => {
        throw new AuthError(
          'request_entity_too_large',
          `Request body too large (max ${maximumBody} bytes)`,
        );
      },
    }),
  );
  // One client, or one account whose rows are locked, must not occupy all connections of this service.
  const limitConcurrency = createMiddleware<GatewayEnv>((context, next) =>
    concurrency.run(context.get('caller').client, next),
  );

  // Plain links and servers that verify tokens send no api key.
  const open = identifyCaller(rules, { apiKey: 'optional' });
  routes.get('/.well-known/jwks.json', open, keySet(auth));
  routes.get('/health', open, health(auth));
  routes.get('/verify', open, limitConcurrency, verifyLink(auth));
  routes.get('/authorize', open, authorize(auth));
  // Without the limit, since the endpoint may wait for a slow provider.
  routes.get('/callback', open, callback(auth));

  routes.use(identifyCaller(rules));
  routes.get('/settings', showSettings(auth));
  routes.use(limitConcurrency);
  routes.post('/signup', signUp(auth));
  routes.post('/token', token(auth));
  routes.post('/logout', signOut(auth));
  routes.get('/user', getUser(auth));
  routes.put('/user', updateUser(auth));
  routes.get('/reauthenticate', reauthenticate(auth));
  routes.post('/recover', recover(auth));
  routes.post('/resend', resend(auth));
  routes.post('/otp', otp(auth));
  routes.get('/user/identities/authorize', linkIdentity(auth));
  routes.delete('/user/identities/:id', unlinkIdentity(auth));
  routes.post('/verify', verify(auth));
  routes.post('/factors', enrollFactor(auth));
  routes.post('/factors/:factorId/challenge', challengeFactor(auth));
  routes.post('/factors/:factorId/verify', verifyFactor(auth));
  routes.delete('/factors/:factorId', unenrollFactor(auth));
  routes.post('/admin/users', adminCreateUser(auth));
  routes.get('/admin/users/:id', adminGetUser(auth));
  routes.delete('/admin/users/:id', adminDeleteUser(auth));
  routes.get('/admin/users/:id/factors', adminListFactors(auth));
  routes.delete('/admin/users/:id/factors/:factorId', adminDeleteFactor(auth));
  refuseUnserved(routes);
  return routes;
};

export interface RunningAuthService {
  readonly service: Service;
  /** Verifies the access tokens of every service's requests. */
  readonly verifyToken: VerifyToken;
  /** The variables of functions that send mails as this service does. */
  readonly mailEnvironment: Readonly<Record<string, string>>;
  /** The check for services that act for a session after the request that brought its token. */
  readonly requireSession: RequireSession;
  /** Waits for background tasks, also for mails. */
  readonly settle: () => Promise<void>;
  /** The cache of live sessions. */
  readonly sessions: LiveSessions;
}

/**
 * Starts the auth service.
 * @throws {ConfigError} see `chooseSiteUrl`, `readLeakedPasswords`, `readDkimSignature` and `Mails`
 */
export async function createAuth(options: AuthOptions): Promise<RunningAuthService> {
  const { senderName, database, secrets, tokenKeys, config, settings, log } = options;
  const site = chooseSiteUrl(settings.site_url, config.publicUrl);
  if (site.contradiction) log.warn(site.contradiction);
  const leaked = await readLeakedPasswords(config.leakedPasswords);
  const admission = admissionOf(config.limits);
  const url = `${config.publicUrl}/auth/v1`;
  const tokens = new AccessTokens(tokenKeys, url, settings.jwt_expiry);
  const sessions = new LiveSessions(queryLiveSession(database.admin));
  const stopListening = await listenForEndedSessions(database, sessions);
  const stopPruning = runEvery(HOUR_MS, log, 'pruning refresh tokens and the audit log', () =>
    pruneExpired(database.admin),
  );
  const verifyToken = createVerifyToken(tokenKeys, url, sessions);
  const mailFolder = join(config.dataDir, 'mail');
  const backgroundTasks = new BackgroundTasks(log);
  const domain = senderDomain(config.publicUrl);
  const siteUrl = site.url.replace(/\/+$/, '');
  const mailSettings = {
    smtpUrl: config.smtpUrl,
    folder: mailFolder,
    dkim: config.dkim && (await readDkimSignature(config.dkim, domain)),
    from: { name: senderName, address: `no-reply@${domain}` },
  };
  const mailer = new Mailer({ ...mailSettings, tasks: backgroundTasks, log });
  const mails = new Mails({
    mailer,
    texts: settings.mailTexts,
    siteUrl,
    lifetime: settings.email.otp_expiry,
  });
  const auth: AuthContext = {
    sql: database.auth,
    settings,
    url,
    tokens,
    sessions,
    refreshTokenFormat: new RefreshTokenFormat(secrets.factorKey.key),
    passwords: new PasswordHashes(admission.passwords),
    passwordRules: {
      minimumLength: settings.minimum_password_length,
      leaked,
    },
    oneTimeTokens: new OneTimeTokens({
      secret: secrets.secretKey,
      length: settings.email.otp_length,
      lifetime: settings.email.otp_expiry,
    }),
    limits: new AuthRateLimits(),
    secondFactorLimits: new SecondFactorLimits(),
    redirects: new AllowedRedirects(site.url, settings.additional_redirect_urls, config.publicUrl),
    mails,
    backgroundTasks,
    providers: createProviders(settings.external, `${url}/callback`),
    sendSms: createSendSms({ hook: settings.hook.send_sms, folder: mailFolder, log }),
    factorKey: secrets.factorKey,
  };
  const { publishableKey, secretKey } = secrets;
  const rates = new ClientRates(admission.rates.auth);
  const rules = { publishableKey, secretKey, verifyToken, rates };
  const concurrency = new ConcurrencyLimit(admission.authRequests);
  return {
    service: {
      routes: createRoutes(auth, rules, concurrency),
      gauges: () => concurrency.load,
      async stop() {
        await backgroundTasks.settle();
        mails.close();
        await Promise.all([stopPruning(), stopListening()]);
      },
    },
    verifyToken,
    mailEnvironment: {
      ...mailEnvironment(mailSettings),
      SITE_URL: siteUrl,
      PUBLIC_API_URL: config.publicUrl,
    },
    requireSession: createRequireSession(sessions),
    settle: () => backgroundTasks.settle(),
    sessions,
  };
}
