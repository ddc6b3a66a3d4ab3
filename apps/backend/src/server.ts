import { mkdir } from 'node:fs/promises';
import type { Server } from 'node:http';
import { join } from 'node:path';
import type { Hono } from 'hono';
import type { Logger } from 'pino';
import { admissionOf, type Admission } from './config/admission.ts';
import type { Config } from './config/environment.ts';
import { pushEnvironment } from './config/push-environment.ts';
import { readProjectConfig } from './config/project-config.ts';
import type { Database } from './database/database.ts';
import { storeSecrets } from './database/store-secrets.ts';
import { startDatabase, type RunningDatabase } from './database/start.ts';
import { ClientRates } from './http/client-rates.ts';
import { createGateway, type Site } from './http/gateway.ts';
import { limitConnections } from './http/limit-connections.ts';
import { drain, drainTimeout, listen, localUrl, portOf } from './http/listen.ts';
import { internalRequests, type SendRequest } from './http/internal-requests.ts';
import type { GatewayEnv, Service } from './http/service.ts';
import { isHandshakeOf, routeUpgrades } from './http/upgrade.ts';
import { TokenKeys } from './identity/token-keys.ts';
import { readRestoreTime } from './operations/backup/restore-time.ts';
import { countConnections, measureSlotLag, Metrics, serveMetrics } from './operations/metrics.ts';
import { removeRunningFile, writeRunningFile } from './operations/running-file.ts';
import { loadSecrets } from './operations/secrets.ts';
import { watchTokenKeys } from './operations/watch-token-keys.ts';
import { createAuth } from './services/auth/service.ts';
import { createCalls, type Calls } from './services/calls/service.ts';
import { createFunctions } from './services/functions/service.ts';
import { createJobs, type Jobs } from './services/jobs/service.ts';
import { createRealtime } from './services/realtime/service.ts';
import { createRest } from './services/rest/service.ts';
import { createStorage } from './services/storage/service.ts';

/** The parts that a site needs. */
interface SiteParts {
  /** The public origin of the site and of the protocol. */
  readonly publicUrl: string;
  readonly publishableKey: string;
  /** Creates the function that sends requests on behalf of clients to a service. */
  readonly sendTo: (service: 'functions' | 'rest' | 'storage') => SendRequest;
}

export interface BackendOptions {
  /** Name of the product in messages and as the sender of mails; in lower case the prefix of files, metrics and slots. */
  readonly product: string;
  /** Environment variables of the functions, besides those with the URL and the keys of the API. */
  readonly functionEnvironment?: Readonly<Record<string, string>>;
  /** Creates the site that is served beside the protocol; without it only the protocol is served. */
  readonly createSite?: (parts: SiteParts) => Promise<Site>;
  /** Receives a line for each long step of the start. */
  readonly onStep: (step: string) => void;
}

/** The whole backend: database, services and gateway. It is started once and stopped once. */
export class Backend {
  readonly #config: Config;
  readonly #log: Logger;
  readonly #options: BackendOptions;
  #database: RunningDatabase | null = null;
  #services: Record<string, Service> = {};
  #server: Server | null = null;
  #metricsServer: Server | null = null;
  #stopWatchingKeys: () => void = () => undefined;
  #jobs: Jobs | null = null;
  #calls: Calls | null = null;
  #starting: Promise<string> | null = null;
  readonly #gateway = Promise.withResolvers<Hono<GatewayEnv>>();

  constructor(config: Config, log: Logger, options: BackendOptions) {
    this.#config = config;
    this.#log = log;
    this.#options = options;
    // Requests that wait observe this rejection; the handler keeps Node from reporting it as
    // unhandled when there are none.
    this.#gateway.promise.catch(() => undefined);
  }

  /** Resolves with the reason when the backend cannot continue: the embedded PostgreSQL has ended. */
  get ended(): Promise<string> | undefined {
    return this.#database?.ended.then(() => 'PostgreSQL ended');
  }

  /** Starts all parts in the order of their dependencies. @returns the address */
  start(): Promise<string> {
    this.#starting = this.#start();
    return this.#starting;
  }

  async #start(): Promise<string> {
    const config = this.#config;
    const log = this.#log;
    const { product, functionEnvironment, createSite, onStep } = this.#options;
    // The server listens first, so that a port of another program is reported before anything else
    // starts. Requests wait until the start is complete.
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
    const port = portOf(this.#server);
    const publicUrl =
      config.port === 0 ? config.publicUrl.replace(/:0$/, `:${port}`) : config.publicUrl;
    const resolvedConfig = { ...config, port, publicUrl };

    const [secrets, project] = await Promise.all([
      loadSecrets(config.dataDir),
      readProjectConfig(config.supabaseFolder),
    ]);
    if (project.ignored.length > 0) {
      log.warn({ settings: project.ignored }, 'settings of config.toml are not served here');
    }
    this.#database = await startDatabase({
      ...config,
      password: secrets.databasePassword,
      vaultKey: secrets.vaultKey,
      onStep,
      onLog: (line) => log.warn({ from: 'postgres' }, line),
    });
    const { database, vaultUrl: databaseUrl, migrated } = this.#database;
    if (migrated.length > 0) log.info({ migrated }, 'migrations applied');

    const restoredAt = await readRestoreTime(config.dataDir);
    await storeSecrets(
      database.admin,
      {
        project_url: publicUrl,
        secret_key: secrets.secretKey,
        push_origins: config.pushOrigins.join(' '),
        ...(restoredAt !== null && { restored_at: restoredAt }),
      },
      log,
    );

    const tokenKeys = await TokenKeys.create(secrets.tokenKeys);
    this.#stopWatchingKeys = watchTokenKeys(config.dataDir, tokenKeys, log);
    const {
      service: auth,
      verifyToken,
      requireSession,
      sessions,
      mailEnvironment,
    } = await createAuth({
      senderName: product,
      database,
      secrets,
      tokenKeys,
      config: resolvedConfig,
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
        log,
      }),
      createStorage({
        database,
        folder: objects,
        signingKey: secrets.objectSigningKey,
        rules: rulesOf('storage'),
        requireSession,
        settings: project.storage,
        cleanedBuckets: project.edge_runtime.secrets.STORAGE_CLEANED_BUCKETS,
        log,
      }),
      createFunctions({
        folder: join(config.supabaseFolder, 'functions'),
        rules: rulesOf('functions'),
        settings: project.functions,
        environment: {
          ...functionEnvironment,
          SUPABASE_URL: localUrl(config.host, port),
          SUPABASE_PUBLISHABLE_KEYS: JSON.stringify({ default: publishableKey }),
          SUPABASE_SECRET_KEYS: JSON.stringify({ default: secretKey }),
          SUPABASE_ANON_KEY: publishableKey,
          SUPABASE_SERVICE_ROLE_KEY: secretKey,
          ...mailEnvironment,
          ...pushEnvironment(secrets.vapidKeys, publicUrl),
        },
        log,
      }),
    ]);
    const realtime = createRealtime({
      database: this.#database,
      rules: rulesOf('realtime'),
      sessions,
      slotPrefix: `${product.toLowerCase()}_realtime`,
      servesPublicChannels: config.publicChannels,
      log,
      limits: { sockets: config.limits.sockets },
    });
    this.#services = { auth, rest, realtime, storage, functions };

    const sendToFunctions = internalRequests('functions', functions, log);
    this.#calls = await createCalls({
      database,
      targets: {
        origins: new Set(
          [publicUrl, localUrl(config.host, port)].map((url) => new URL(url).origin),
        ),
        sendToFunctions,
        hosts: config.outgoingHosts,
      },
      log,
    });
    this.#jobs = await createJobs({ database: this.#database, log });

    const site = await createSite?.({
      publicUrl,
      publishableKey,
      sendTo: (name) => internalRequests(name, { functions, rest, storage }[name], log),
    });
    const metrics = await this.#startMetrics(database);
    const gateway = createGateway({
      log,
      trustedProxies: config.trustedProxies,
      services: this.#services,
      site: site ?? null,
      siteRates: new ClientRates(admission.rates.site),
      checkHealth: () => database.checkHealth(),
      measure: metrics?.measure,
    });
    this.#gateway.resolve(gateway);

    const running = { url: publicUrl, publishableKey, secretKey, databaseUrl };
    await writeRunningFile(config.dataDir, product, running);
    return publicUrl;
  }

  async #startMetrics(database: Database): Promise<Metrics | null> {
    if (this.#config.metricsPort === null) return null;
    const metrics = new Metrics(this.#options.product, Object.keys(this.#services));
    metrics.addGauge('database_connections', 'Connections to PostgreSQL.', 'state', () =>
      countConnections(database.admin),
    );
    metrics.addGauge(
      'database_turns',
      'Connections to PostgreSQL in use by requests, and requests that wait for one, by purpose.',
      'what',
      () => database.load(),
    );
    metrics.addGauge(
      'replication_lag_bytes',
      'Bytes that PostgreSQL has written since live changes and messages were read from its log.',
      'slot',
      () => measureSlotLag(database.admin),
    );
    metrics.addGauge(
      'jobs',
      'Runs of scheduled jobs since the start, by outcome.',
      'what',
      () => this.#jobs?.counts() ?? {},
    );
    metrics.addGauge(
      'calls',
      'Outgoing calls: active now, and ended since the start.',
      'what',
      () => this.#calls?.counts() ?? {},
    );
    for (const [name, service] of Object.entries(this.#services)) {
      if (!service.gauges) continue;
      const help = `Resources that the service ${name} uses.`;
      metrics.addGauge(name, help, 'what', () => service.gauges?.() ?? {});
    }
    this.#metricsServer = await serveMetrics(metrics, this.#config.metricsPort);
    return metrics;
  }

  /** Waits for a start in progress, drains requests, and stops the services, then PostgreSQL. */
  async stop(): Promise<void> {
    await this.#starting?.catch(() => undefined);
    this.#gateway.reject(new Error('The backend is stopping.'));
    await removeRunningFile(this.#config.dataDir, this.#options.product);
    this.#stopWatchingKeys();
    for (const service of Object.values(this.#services)) service.disconnectClients?.();
    if (this.#server) await drain(this.#server, drainTimeout);
    if (this.#metricsServer) await drain(this.#metricsServer, 0);
    // Jobs send calls, which functions answer.
    for (const part of [this.#jobs, this.#calls]) {
      await part
        ?.stop()
        .catch((cause: unknown) => this.#log.warn({ cause }, 'a service did not stop'));
    }
    const ends = Object.values(this.#services).map(async (service) => service.stop?.());
    for (const end of await Promise.allSettled(ends)) {
      // A service that fails to stop, as without its database, must not keep the others from stopping.
      if (end.status === 'rejected')
        this.#log.warn({ cause: end.reason }, 'a service did not stop');
    }
    await this.#database?.stop();
  }
}
