import type { Logger } from 'pino';
import { ConfigError } from '../../config/config-error.ts';
import type { Sql } from '../../database/sql.ts';

const prefix = 'pgrst.';
/** Names a function that may reject every request. Ignoring it would leave a project unprotected. */
const preRequest = 'db_pre_request';

/**
 * Reads PostgREST's in-database configuration, `alter role authenticator set pgrst.… = …`:
 * https://docs.postgrest.org/en/v14/references/configuration.html#in-database-configuration
 * Settings that are not served are logged.
 * @returns `db_max_rows`; null if it is not set
 * @throws {ConfigError} for an unserved setting that protects the project, and for invalid values
 */
export async function readInDatabaseSettings(sql: Sql, log: Logger): Promise<number | null> {
  const rows = await sql<{ name: string; value: string }[]>`
    select
      substr(split_part(setting, '=', 1), length(${prefix}) + 1) as name,
      substr(setting, strpos(setting, '=') + 1) as value
    from pg_db_role_setting
    cross join unnest(setconfig) as setting
    where setrole = 'authenticator'::regrole
      and setdatabase in (0, (select oid from pg_database where datname = current_database()))
      and starts_with(setting, ${prefix})
    -- Settings of this database come last and override the others.
    order by setdatabase`;
  const settings = new Map(rows.map(({ name, value }) => [name, value]));
  if (settings.has(preRequest)) {
    throw new ConfigError(
      `alter role authenticator set ${prefix}${preRequest}: the embedded backend runs no function before each request; reset it`,
    );
  }
  const ignored = [...settings.keys()].filter((name) => name !== 'db_max_rows');
  if (ignored.length > 0) {
    log.warn(
      { settings: ignored.map((name) => prefix + name) },
      'settings of the role authenticator are not served',
    );
  }
  const most = settings.get('db_max_rows') ?? null;
  if (most !== null && !/^[1-9]\d{0,8}$/.test(most)) {
    throw new ConfigError(
      `alter role authenticator set ${prefix}db_max_rows: "${most}" is not a number of rows`,
    );
  }
  return most === null ? null : Number(most);
}
