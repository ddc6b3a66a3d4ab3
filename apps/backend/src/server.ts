import { mkdir, rm } from 'node:fs/promises';
import type { Server } from 'node:http';
import { join } from 'node:path';
import type { Hono } from 'hono';
import type { Logger } from 'pino';
import { writeFileAtomically } from './lib/atomic-file.ts';
import { createAuth } from './services/auth/service.ts';
import type { Config } from './config/environment.ts';
import type { Database } from './database/database.ts';
import { startDatabase, type RunningDatabase } from './database/start.ts';
import { createFunctions } from './services/functions/service.ts';
import { createGateway } from './http/gateway.ts';
import { admissionOf, type Admission } from './config/admission.ts';
import { ClientRates } from './http/client-rates.ts';
import { limitConnections } from './http/limit-connections.ts';
import { drain, listen } from './http/listen.ts';
import type { GatewayEnv, Service } from './http/service.ts';
import { countConnections } from './operations/metrics/connections.ts';
import { Metrics } from './operations/metrics/metrics.ts';
import { serveMetrics } from './operations/metrics/metrics-server.ts';
import { createSite, siteFolder } from '../../site-server/src/site.ts';
import { ownFunctions } from '../../site-server/src/site-functions.ts';
import { isHandshakeOf, routeUpgrades } from './http/upgrade.ts';
import { readProjectConfig } from './config/project-config.ts';
import { createRealtime } from './services/realtime/service.ts';
import { createRest } from './services/rest/service.ts';
import { loadSecrets } from './operations/secrets.ts';
import { watchTokenKeys } from './operations/watch-token-keys.ts';
import { TokenKeys } from './identity/token-keys.ts';
import { createStorage } from './services/storage/service.ts';

/** How long requests under way may take to finish at a stop, ms. */
const drainPatience = 10_000;

/** What a script needs to talk to a running backend, in DATA_DIR/undertone.json. */
interface RunningFile {
  readonly url: string;
  readonly publishableKey: string;
  readonly secretKey: string;
  readonly databaseUrl: string;
}

/**
 * Where this process reaches itself. Its public address may be that of a proxy,
 * which is not always to be reached from within.
 */
const ownUrl = (host: string, port: number): string => {
  if (host === '0.0.0.0') return `http://127.0.0.1:${port}`;
  if (host === '::') return `http://[::1]:${port}`;
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`;
};

/** The whole backend: database, services, gateway; started once, stopped once. */
export class Backend {
  readonly #config: Config;
  readonly #log: Logger;
  #database: RunningDatabase | null = null;
  #services: Record<string, Service> = {};
  #server: Server | null = null;
  #metricsServer: Server | null = null;
  #starting: Promise<string> | null = null;
  #stopWatchingKeys: () => void = () => undefined;
  readonly #gateway = Promise.withResolvers<Hono<GatewayEnv>>();

  constructor(config: Config, log: Logger) {
    this.#config = config;
    this.#log = log;
    // Nobody may be waiting when a start fails.
    this.#gateway.promise.catch(() => undefined);
  }

  /** Resolves when the embedded PostgreSQL has ended on its own. */
  get databaseEnded(): Promise<void> | undefined {
    return this.#database?.ended;
  }

  /** Starts everything in the order of its dependencies and answers with the address. */
  start(): Promise<string> {
    this.#starting = this.#start();
    return this.#starting;
  }

  async #start(): Promise<string> {
    const config = this.#config;
    const log = this.#log;
    // The port is taken first: that it is another program's must be said before anything is
    // started. Requests that come meanwhile wait.
    this.#server = await listen(
      async (request, env) => (await this.#gateway.promise).fetch(request, env),
      config.host,
      config.port,
      isHandshakeOf(new Set(['realtime'])),
    );
    routeUpgrades(this.#server, config.trustedProxies, async () => {
      await this.#gateway.promise;
      return this.#services;
    });
    const admission = admissionOf(config.limits);
    limitConnections(this.#server, admission.httpConnections, config.trustedProxies);
    const address = this.#server.address();
    const port = address !== null && typeof address === 'object' ? address.port : config.port;
    const publicUrl =
      config.port === 0 ? config.publicUrl.replace(/:0$/, `:${port}`) : config.publicUrl;
    const settled = { ...config, port, publicUrl };

    const [secrets, project] = await Promise.all([
      loadSecrets(config.dataDir),
      readProjectConfig(config.supabaseFolder),
    ]);
    if (project.ignored.length > 0) {
      log.warn({ settings: project.ignored }, 'settings of config.toml that are not served here');
    }
    this.#database = await startDatabase({
      ...config,
      password: secrets.databasePassword,
      onLog: (line) => log.warn({ from: 'postgres' }, line),
    });
    const { database, url: databaseUrl, migrated } = this.#database;
    if (migrated.length > 0) log.info({ migrated }, 'migrations applied');

    const tokenKeys = await TokenKeys.create(secrets.tokenKeys);
    this.#stopWatchingKeys = watchTokenKeys(config.dataDir, tokenKeys, log);
    const {
      service: auth,
      verifyToken,
      requireSession,
      sessions,
    } = await createAuth({
      database,
      secrets,
      tokenKeys,
      config: settled,
      settings: project.auth,
      log,
    });
    const { publishableKey, secretKey } = secrets;
    const rulesOf = (service: keyof Admission['rates']) => ({
      publishableKey,
      secretKey,
      verifyToken,
      rates: new ClientRates(admission.rates[service]),
    });
    const objects = join(config.dataDir, 'objects');
    await mkdir(objects, { recursive: true, mode: 0o700 });
    const [rest, storage, functions] = await Promise.all([
      createRest({
        database,
        rules: rulesOf('rest'),
        settings: project.api,
        limits: config.limits,
        log,
      }),
      createStorage({
        database,
        folder: objects,
        signingKey: secrets.objectSigningKey,
        rules: rulesOf('storage'),
        requireSession,
        settings: project.storage,
        limits: config.limits,
        log,
      }),
      createFunctions({
        folder: join(config.supabaseFolder, 'functions'),
        rules: rulesOf('functions'),
        settings: project.functions,
        environment: {
          SUPABASE_URL: ownUrl(config.host, port),
          SUPABASE_ANON_KEY: publishableKey,
          SUPABASE_SERVICE_ROLE_KEY: secretKey,
        },
        log,
      }),
    ]);
    const realtime = createRealtime({
      database: this.#database,
      rules: rulesOf('realtime'),
      sessions,
      log,
      limits: {
        sockets: config.limits.SOCKETS,
        socketsPerAddress: config.limits.SOCKETS_PER_ADDRESS,
        subscriptionsPerSocket: config.limits.REALTIME_SUBSCRIPTIONS_PER_SOCKET,
        subscriptionsPerAddress: config.limits.REALTIME_SUBSCRIPTIONS_PER_ADDRESS,
        filterTimePerClient: config.limits.REALTIME_FILTER_MILLISECONDS,
      },
    });
    this.#services = { auth, rest, realtime, storage, functions };

    const site = await createSite({
      folder: siteFolder,
      config: { supabaseUrl: '/', publishableKey, contactEmail: config.contactEmail },
      ask: ownFunctions(functions.routes, publishableKey, log),
      log,
      urls: { site: publicUrl, api: publicUrl },
    });
    const metrics = await this.#startMetrics(database);
    const gateway = createGateway({
      log,
      trustedProxies: config.trustedProxies,
      services: this.#services,
      site,
      siteRates: new ClientRates(admission.rates.site),
      checkHealth: () => database.checkHealth(),
      measure: metrics?.measure,
    });
    this.#gateway.resolve(gateway);

    const running: RunningFile = { url: publicUrl, publishableKey, secretKey, databaseUrl };
    await writeFileAtomically(this.#runningFile, `${JSON.stringify(running, null, 2)}\n`);
    return publicUrl;
  }

  async #startMetrics(database: Database): Promise<Metrics | null> {
    if (this.#config.metricsPort === null) return null;
    const metrics = new Metrics(Object.keys(this.#services));
    metrics.addGauge('database_connections', 'Connections to PostgreSQL.', 'state', () =>
      countConnections(database.admin),
    );
    metrics.addGauge(
      'database_turns',
      'Connections to PostgreSQL that requests have, and requests that wait for one, by purpose.',
      'what',
      () => database.load(),
    );
    for (const [name, service] of Object.entries(this.#services)) {
      if (!service.gauges) continue;
      const help = `What the service ${name} has in use.`;
      metrics.addGauge(name, help, 'what', () => service.gauges?.() ?? {});
    }
    this.#metricsServer = await serveMetrics(metrics, this.#config.metricsPort);
    return metrics;
  }

  /** Drains, stops the services, then PostgreSQL. A start under way is let come to its end first. */
  async stop(): Promise<void> {
    await this.#starting?.catch(() => undefined);
    this.#gateway.reject(new Error('The backend is stopping.'));
    await rm(this.#runningFile, { force: true });
    this.#stopWatchingKeys();
    for (const service of Object.values(this.#services)) service.hangUp?.();
    if (this.#server) await drain(this.#server, drainPatience);
    if (this.#metricsServer) await drain(this.#metricsServer, 0);
    const ends = Object.values(this.#services).map(async (service) => service.stop?.());
    for (const end of await Promise.allSettled(ends)) {
      // What one service cannot end properly, as without its database, must not keep the rest.
      if (end.status === 'rejected')
        this.#log.warn({ cause: end.reason }, 'a service did not stop');
    }
    await this.#database?.stop();
  }

  get #runningFile(): string {
    return join(this.#config.dataDir, 'undertone.json');
  }
}
