import { once } from 'node:events';
import { Hono, type MiddlewareHandler } from 'hono';
import { cors } from 'hono/cors';
import { createMiddleware } from 'hono/factory';
import type { Logger } from 'pino';
import { markClosedRequests } from './closed-requests.ts';
import { readClient } from './identify-caller.ts';
import type { ClientRates } from './client-rates.ts';
import { logRequests } from './log-requests.ts';
import { RequestError } from '../lib/request-error.ts';
import { apiHeaders, sandboxed } from './security-headers.ts';
import type { GatewayEnv, Service } from './service.ts';
import type { TrustedProxies } from '../lib/trusted-proxies.ts';

/** The site that a program serves beside the protocol, at the same origin. */
export interface Site {
  /** Serve every path that no service has. */
  readonly routes: Hono<GatewayEnv>;
  /** Sets the security headers of every response of the origin, also of the services'. */
  readonly setHeaders: MiddlewareHandler<GatewayEnv>;
}

export interface GatewayOptions {
  readonly log: Logger;
  readonly trustedProxies: TrustedProxies;
  /** The services by the first part of their path: `auth`, `rest`, … */
  readonly services: Readonly<Record<string, Service>>;
  /** Null serves the protocol alone. */
  readonly site: Site | null;
  /** Rates for paths that no service has. */
  readonly siteRates: ClientRates;
  /** Resolves when the database responds; rejects otherwise. */
  readonly checkHealth: () => Promise<void>;
  /** Measures every request. */
  readonly measure?: MiddlewareHandler<GatewayEnv> | undefined;
}

/** Response time from which the database counts as unavailable, ms. */
const healthTimeout = 5_000;

const exposedHeaders = [
  'content-location',
  'content-range',
  'content-profile',
  'location',
  'preference-applied',
  'x-total-count',
  'x-request-id',
  'retry-after',
  'sb-gateway-version',
  'x-supabase-api-version',
];

/** Puts the services, and the site where there is one, at one origin. */
export function createGateway(options: GatewayOptions) {
  const { log, trustedProxies, services, site, siteRates, checkHealth, measure } = options;
  const app = new Hono<GatewayEnv>();

  app.use(logRequests(log, trustedProxies));
  if (measure) app.use(measure);
  app.use(markClosedRequests);
  // Uploaded content has the site's own origin and must never run there. This middleware is outermost,
  // since its policy replaces the site's.
  app.use('/storage/v1/*', sandboxed());
  app.use(site?.setHeaders ?? apiHeaders());

  // Tokens are sent in headers, never in cookies, so any origin may call, as on Supabase.
  const preflight = cors({
    origin: '*',
    allowMethods: ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'],
    exposeHeaders: exposedHeaders,
    maxAge: 3600,
  });
  const allowAnyOrigin = createMiddleware<GatewayEnv>(async (context, next) => {
    await next();
    // Set in place: Hono's methods copy the whole response, which doubles the gateway's work.
    const { headers } = context.res;
    headers.set('access-control-allow-origin', '*');
    headers.set('access-control-expose-headers', exposedHeaders.join());
  });

  /** Handles preflights only: any other OPTIONS request goes to the service. */
  const answerPreflight = createMiddleware<GatewayEnv>((context, next) =>
    context.req.header('access-control-request-method') === undefined
      ? next()
      : preflight(context, next),
  );

  for (const [name, { routes, ownsCors = false }] of Object.entries(services)) {
    if (!ownsCors) {
      app.options(`/${name}/v1/*`, answerPreflight);
      app.use(`/${name}/v1/*`, allowAnyOrigin);
    }
    app.route(`/${name}/v1`, routes);
  }

  app.get('/healthz', async (context) => {
    // A host that is down does not refuse connections: the check would wait forever.
    const timeout = AbortSignal.timeout(healthTimeout);
    const healthy = await Promise.race([
      checkHealth().then(
        () => true,
        () => false,
      ),
      once(timeout, 'abort').then(() => false),
    ]);
    return context.json({ status: healthy ? 'ok' : 'database unavailable' }, healthy ? 200 : 503);
  });

  app.all('/graphql/v1/*', (context) =>
    context.json({ message: `${context.req.path} is not served here` }, 404),
  );

  app.use(async (context, next) => {
    siteRates.takeForAddress(readClient(context));
    await next();
  });
  if (site) app.route('/', site.routes);
  else {
    app.notFound((context) =>
      context.json({ code: 'not_found', message: `${context.req.path} is not served here` }, 404),
    );
  }

  app.onError((error, context) => {
    if (error instanceof RequestError) {
      return context.json({ code: error.code, message: error.message }, error.status, {
        ...error.headers,
      });
    }
    return context.json({ code: 'unexpected', message: 'Something went wrong here' }, 500);
  });

  return app;
}
