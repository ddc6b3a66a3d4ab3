import { Hono } from 'hono';
import type { Logger } from 'pino';
import { ConfigError } from '../../config/config-error.ts';
import type { Database } from '../../database/database.ts';
import { identifyCaller, type CallerRules } from '../../http/identify-caller.ts';
import type { GatewayEnv, Service } from '../../http/service.ts';
import type { ProjectConfig } from '../../config/project-config.ts';
import { call } from './endpoints/call.ts';
import { functionOptions, relationOptions } from './endpoints/options.ts';
import { read } from './endpoints/read.ts';
import { insert, remove, update } from './endpoints/write.ts';
import { Engine } from './engine.ts';
import { errorResponse } from './error-response.ts';
import { noRootMetadata, rpcMethod, unknownPath, unsupportedMethod } from './errors.ts';
import { readInDatabaseSettings } from './in-database-settings.ts';
import { defaultLimits, type RestLimits } from './limits.ts';

export interface RestOptions {
  readonly database: Database;
  readonly rules: CallerRules;
  readonly settings: ProjectConfig['api'];
  /** Overrides some of the limits. */
  readonly limits?: Partial<RestLimits>;
  readonly log: Logger;
}

/** The schema for GraphQL, which the config.toml of the Supabase CLI exposes. */
const graphqlSchema = 'graphql_public';

/** @throws {ConfigError} when none is left */
function servedSchemas(schemas: readonly string[], log: Logger): string[] {
  const served = schemas.filter((name) => name !== graphqlSchema);
  if (served.length === 0) throw new ConfigError('config.toml: api.schemas names none to serve');
  if (served.length < schemas.length) {
    log.warn(`config.toml: api.schemas names ${graphqlSchema}: GraphQL is not served`);
  }
  return served;
}

/**
 * Serves tables and functions over HTTP, in the protocol of PostgREST 14.
 * @throws {ConfigError} for a schema that does not exist, or a setting that must not be ignored
 */
export async function createRest(options: RestOptions): Promise<Service> {
  const { database, rules, settings, log } = options;
  const maximumRows = await readInDatabaseSettings(database.admin, log);
  const engine = await Engine.start({
    database,
    schemas: servedSchemas(settings.schemas, log),
    extraSearchPath: settings.extra_search_path,
    maximumRows: maximumRows ?? settings.max_rows,
    limits: { ...defaultLimits, ...options.limits },
    log,
  });

  const routes = new Hono<GatewayEnv>();
  routes.onError(errorResponse);
  routes.use(identifyCaller(rules));

  // Hono answers HEAD with the handlers of GET.
  routes.get('/:relation', read(engine));
  routes.post('/:relation', insert(engine));
  routes.patch('/:relation', update(engine));
  routes.delete('/:relation', remove(engine));
  routes.on(['GET', 'POST'], '/rpc/:function', call(engine));
  routes.options('/:relation', relationOptions(engine));
  routes.options('/rpc/:function', functionOptions(engine));

  routes.all('/rpc/:function', (context) => {
    throw rpcMethod(context.req.method);
  });
  routes.all('/:relation', (context) => {
    throw unsupportedMethod(context.req.method);
  });
  routes.all('*', (context) => {
    throw /\/v1\/?$/.test(context.req.path) ? noRootMetadata() : unknownPath();
  });

  return { routes, stop: () => engine.stop() };
}
