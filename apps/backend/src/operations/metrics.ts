import { createMiddleware } from 'hono/factory';
import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { GatewayEnv } from '../http/service.ts';
import type { Server } from 'node:http';
import { Hono } from 'hono';
import { listen } from '../http/listen.ts';
import type { Sql } from '../database/sql.ts';

/** Methods that are counted under their own names; all others are `other`. */
const methods = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);

/** Buckets of durations, s: from a query's few milliseconds to the minute that a function may take. */
const durations = [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60];

/** Current numbers by name. */
type Gauges = Readonly<Record<string, number>>;

/**
 * The backend's metrics for Prometheus. Labels are from fixed sets, without paths, accounts and
 * addresses, so that they contain no personal data and their number stays small.
 */
export class Metrics {
  readonly #registry = new Registry();
  readonly #prefix: string;
  readonly #requests: Histogram<'service' | 'method' | 'status'>;
  readonly #services: ReadonlySet<string>;

  /**
   * @param product prefix of the metrics' names
   * @param services names by which requests are counted; all other requests are the site's
   */
  constructor(product: string, services: readonly string[]) {
    this.#prefix = product.toLowerCase();
    this.#services = new Set([...services, 'healthz']);
    this.#requests = new Histogram({
      name: `${this.#prefix}_http_request_duration_seconds`,
      help: 'Time from a request until the head of its response, by service, method and class of status.',
      labelNames: ['service', 'method', 'status'],
      buckets: durations,
      registers: [this.#registry],
    });
    collectDefaultMetrics({ register: this.#registry });
  }

  /** Middleware that measures every request. */
  readonly measure = createMiddleware<GatewayEnv>(async (context, next) => {
    const started = performance.now();
    await next();
    const first = context.req.path.split('/', 2)[1] ?? '';
    const { method } = context.req;
    this.#requests.observe(
      {
        service: this.#services.has(first) ? first : 'site',
        method: methods.has(method) ? method : 'other',
        status: `${Math.floor(context.res.status / 100)}xx`,
      },
      (performance.now() - started) / 1000,
    );
  });

  /**
   * Adds numbers that are read for each scrape.
   * @param read returns the numbers by label; when it fails, they are left out
   */
  addGauge(name: string, help: string, label: string, read: () => Gauges | Promise<Gauges>): void {
    const gauge = new Gauge({
      name: `${this.#prefix}_${name}`,
      help,
      labelNames: [label],
      registers: [],
      async collect() {
        this.reset();
        const numbers = await Promise.resolve()
          .then(read)
          .catch((): Gauges => ({}));
        for (const [value, number] of Object.entries(numbers)) this.set({ [label]: value }, number);
      },
    });
    this.#registry.registerMetric(gauge);
  }

  get contentType(): string {
    return this.#registry.contentType;
  }

  /** All metrics in Prometheus' text format. */
  print(): Promise<string> {
    return this.#registry.metrics();
  }
}

/** The metrics are for this machine only: proxies do not publish the port. */
const host = '127.0.0.1';

/**
 * Serves `/metrics` on a port of its own.
 * @throws {OperatorError} when another program listens there
 */
export async function serveMetrics(metrics: Metrics, port: number): Promise<Server> {
  const app = new Hono();
  app.get('/metrics', async (context) =>
    context.body(await metrics.print(), 200, { 'content-type': metrics.contentType }),
  );
  return listen(app.fetch, host, port);
}

/** Bytes that PostgreSQL has written since each replication slot of the database was read. */
export async function measureSlotLag(admin: Sql): Promise<Record<string, number>> {
  const rows = await admin<{ name: string; bytes: number }[]>`
    select slot_name as name,
      pg_wal_lsn_diff(pg_current_wal_lsn(), confirmed_flush_lsn)::float8 as bytes
    from pg_replication_slots
    where database = current_database() and confirmed_flush_lsn is not null`;
  return Object.fromEntries(rows.map(({ name, bytes }) => [name, bytes]));
}

/** The backend's connections to PostgreSQL by PostgreSQL's names of their states. */
export async function countConnections(admin: Sql): Promise<Record<string, number>> {
  const rows = await admin<{ state: string; count: number }[]>`
    select coalesce(state, 'unknown') as state, count(*)::int as count
    from pg_stat_activity
    where application_name like 'backend%'
    group by 1`;
  return Object.fromEntries(rows.map(({ state, count }) => [state.replaceAll(' ', '_'), count]));
}
