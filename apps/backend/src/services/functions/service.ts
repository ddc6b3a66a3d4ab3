import { readdir, stat } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { Hono } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { routePath } from 'hono/route';
import type { Logger } from 'pino';
import {
  countRequests,
  identifyCaller,
  readClient,
  type CallerRules,
} from '../../http/identify-caller.ts';
import type { GatewayContext, GatewayEnv, Service } from '../../http/service.ts';
import type { ProjectConfig } from '../../config/project-config.ts';
import { errors, toFunctionError, type FunctionError } from './errors.ts';
import { FunctionPool } from './function-pool.ts';
import { defaultLimits, type FunctionLimits } from './limits.ts';
import { findUnsupportedImports } from './find-unsupported-imports.ts';
import type { FunctionRequest } from './worker/messages.ts';

export interface FunctionsOptions {
  /** The folder that has a folder with an index.ts for each function. */
  readonly folder: string;
  readonly rules: CallerRules;
  readonly settings: ProjectConfig['functions'];
  /** The environment variables of functions. */
  readonly environment: Readonly<Record<string, string>>;
  readonly log: Logger;
  /** Overrides some of the limits. */
  readonly limits?: Partial<FunctionLimits>;
}

const functionName = /^[A-Za-z][A-Za-z0-9_-]{0,62}$/;
/** The methods of Supabase, and HEAD, which link previews use. */
const methods = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);

/** Methods whose requests have no body. */
const bodiless = new Set(['GET', 'HEAD', 'OPTIONS']);

/** Hop-by-hop headers (RFC 9110, section 7.6.1), and a header that only this service may set. */
const notForwarded = new Set([
  'connection',
  'content-length',
  'keep-alive',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
  'x-relay-error',
]);

/** Headers about the client, which the service replaces by its own. */
const replaced = new Set(['forwarded', 'x-forwarded-for', 'x-forwarded-proto']);

const readRequest = async (context: GatewayContext): Promise<FunctionRequest> => {
  const { raw } = context.req;
  const url = new URL(raw.url);
  // As on Supabase, the path of a function's request begins with the function's name.
  url.pathname = url.pathname.slice(routePath(context).indexOf('/:name'));
  url.protocol = context.get('clientProtocol');
  const headers = [...raw.headers].filter(
    ([header]) => !notForwarded.has(header) && !replaced.has(header),
  );
  const clientAddress = context.get('clientAddress');
  return {
    method: raw.method,
    url: url.href,
    headers: [
      ...headers,
      ['x-forwarded-for', clientAddress],
      ['x-forwarded-proto', context.get('clientProtocol')],
    ],
    body: bodiless.has(raw.method) ? null : await context.req.arrayBuffer(),
    clientAddress,
  };
};

/** An error response of this service, which every origin may read. Functions set their own CORS headers. */
const errorResponse = ({ status, code, message, headers }: FunctionError): Response =>
  Response.json(
    { code, message },
    { status, headers: { ...headers, 'access-control-allow-origin': '*' } },
  );

const createRoutes = (
  { rules, settings, log }: FunctionsOptions,
  findPool: (name: string) => Promise<FunctionPool>,
  bodySize: number,
): Hono<GatewayEnv> => {
  const routes = new Hono<GatewayEnv>();
  const identify = identifyCaller(rules);
  const count = countRequests(rules);

  routes.use(async (context, next) => {
    await next();
    context.header('x-sb-request-id', context.get('requestId'));
  });

  routes.use(
    bodyLimit({
      maxSize: bodySize,
      onError: () => errorResponse(errors.bodyTooLarge()),
    }),
  );

  routes.all('/:name/*', async (context) => {
    const name = context.req.param('name');
    if (!methods.has(context.req.method)) throw errors.methodNotAllowed([...methods]);
    const pool = await findPool(name);
    // A browser sends a preflight request without a token. The function responds to it.
    const isPreflight = context.req.method === 'OPTIONS';
    const isOpen = isPreflight || !(settings[name]?.verify_jwt ?? true);
    await (isOpen ? count : identify)(context, () => Promise.resolve());
    const client = isOpen ? readClient(context) : context.get('caller').client;
    // As on Supabase, an api key is not the JWT that is required.
    if (!isOpen && !context.get('caller').claims) throw errors.unauthorized();
    // This precedes the reading of the body, so that a rejected request ends early.
    pool.admit(client);
    const response = await pool.run(await readRequest(context), client, context.req.raw.signal);
    for (const header of notForwarded) response.headers.delete(header);
    if (context.req.method !== 'HEAD') return response;
    // An unread body would keep the thread busy until its deadline.
    await response.body?.cancel();
    return new Response(null, response);
  });

  routes.all('*', () => {
    throw errors.notFound();
  });

  routes.onError((error) => {
    const functionError = toFunctionError(error);
    if (functionError.code === 'BOOT_ERROR') {
      log.error({ cause: functionError.cause }, 'function did not start');
    }
    return errorResponse(functionError);
  });
  return routes;
};

/** Logs the functions that will fail because of unsupported imports. */
async function warnOfUnsupportedImports(options: FunctionsOptions): Promise<void> {
  const { folder, settings, log } = options;
  const names = await readdir(folder).catch(() => []);
  for (const name of names.filter((each) => functionName.test(each))) {
    if (settings[name]?.enabled === false) continue;
    const found = await findUnsupportedImports(join(folder, name, 'index.ts'));
    for (const { file, specifier } of found) {
      const details = { function: name, import: specifier, file };
      log.warn(details, 'a function has an import that is not served here');
    }
  }
}

/**
 * Runs functions that were written for Supabase, each in its own threads, with limits on time, memory
 * and body size. An error in one function does not affect others.
 */
export async function createFunctions(options: FunctionsOptions): Promise<Service> {
  const { folder, settings, environment, log } = options;
  const limits = { ...defaultLimits(availableParallelism()), ...options.limits };
  const pools = new Map<string, FunctionPool>();
  await warnOfUnsupportedImports(options);

  const findPool = async (name: string): Promise<FunctionPool> => {
    const entry = join(folder, name, 'index.ts');
    const exists =
      functionName.test(name) &&
      (settings[name]?.enabled ?? true) &&
      (await stat(entry).then(
        (file) => file.isFile(),
        () => false,
      ));
    if (!exists) throw errors.notFound();
    const known = pools.get(name);
    if (known) return known;
    const pool = new FunctionPool({
      entry,
      environment,
      limits,
      log: log.child({ function: name }),
    });
    pools.set(name, pool);
    return pool;
  };

  return {
    routes: createRoutes(options, findPool, limits.bodySize),
    ownsCors: true,
    gauges: () => {
      const total = { threads: 0, busy: 0, waiting: 0 };
      for (const { load } of pools.values()) {
        total.threads += load.threads;
        total.busy += load.busy;
        total.waiting += load.waiting;
      }
      return total;
    },
    async stop() {
      await Promise.all([...pools.values()].map((pool) => pool.stop()));
    },
  };
}
