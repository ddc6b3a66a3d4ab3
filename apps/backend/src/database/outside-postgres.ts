import { connectTimeout, ConnectionLostError } from './connection.ts';
import { OperatorError } from '../lib/operator-error.ts';
import { openSession, type Sql } from './sql.ts';

/** The PostgreSQL of DATABASE_URL cannot be used; the message says why, without the password. */
class DatabaseUnusableError extends OperatorError {
  override name = 'DatabaseUnusableError';
}

const minimumVersion = 17;

/** Extensions that the initial schema needs; they are in PostgreSQL's contrib package. */
const neededExtensions = ['pgcrypto', 'uuid-ossp'];

interface Traits {
  readonly role: string;
  readonly is_superuser: boolean;
  readonly major: number;
  readonly wal_level: string;
  readonly encoding: string;
  readonly missing_extensions: string[];
}

const askTraits = async (sql: Sql): Promise<Traits> => {
  const [traits] = await sql<Traits[]>`
    select current_user as role,
      (select rolsuper from pg_roles where rolname = current_user) as is_superuser,
      current_setting('server_version_num')::int / 10000 as major,
      current_setting('wal_level') as wal_level,
      current_setting('server_encoding') as encoding,
      array(
        select name from unnest(${neededExtensions}::text[]) as name
        except select name::text from pg_available_extensions
      ) as missing_extensions`;
  if (!traits) throw new Error('PostgreSQL said nothing of itself');
  return traits;
};

const readTraits = async (url: string): Promise<Traits> => {
  const sql = await openSession(url, { name: 'backend' });
  try {
    return await askTraits(sql);
  } finally {
    await sql.end();
  }
};

/** Everything that a PostgreSQL lacks, a line each, so that the operator learns it at once. */
const shortcomings = (traits: Traits): string[] => {
  const { role, is_superuser, major, wal_level, encoding, missing_extensions } = traits;
  return [
    ...(major < minimumVersion
      ? [`it is PostgreSQL ${major}; version ${minimumVersion} or later is needed`]
      : []),
    ...(is_superuser
      ? []
      : [
          `the role "${role}" is no superuser: making the roles that requests act as (one of them with BYPASSRLS), the schemas auth and storage, and the publication takes one`,
        ]),
    ...(wal_level === 'logical'
      ? []
      : [`wal_level is ${wal_level}: set it to logical and restart it`]),
    ...(encoding === 'UTF8' ? [] : [`the database's encoding is ${encoding}: it must be UTF8`]),
    ...missing_extensions.map(
      (name) => `the extension ${name} is not installed: it is in the package postgresql-contrib`,
    ),
  ];
};

const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : '';

/** Why there is no connection, in plain words for common mistakes in the setting. */
const whyUnreachable = (lost: unknown): string => {
  const error = lost instanceof ConnectionLostError ? lost.cause : lost;
  const code = codeOf(error);
  if (code === 'ECONNREFUSED') return 'nothing listens there';
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') return 'there is no host of that name';
  const message = error instanceof Error ? error.message : String(error);
  return message === 'timeout expired'
    ? `it did not answer within ${connectTimeout / 1000} seconds`
    : message;
};

/**
 * Checks that an outside PostgreSQL can be reached and meets the backend's requirements.
 * @throws {DatabaseUnusableError} listing everything that is missing
 */
export async function checkOutsidePostgres(url: string): Promise<void> {
  const { username, hostname, port, pathname } = new URL(url);
  const place = `${username}@${hostname}:${port || 5432}${pathname}`;
  try {
    const lacks = shortcomings(await readTraits(url));
    if (lacks.length === 0) return;
    throw new DatabaseUnusableError(
      [`DATABASE_URL: ${place} cannot be used:`, ...lacks.map((lack) => `- ${lack}`)].join('\n'),
    );
  } catch (error) {
    if (error instanceof DatabaseUnusableError) throw error;
    throw new DatabaseUnusableError(
      `DATABASE_URL: no connection to ${place}: ${whyUnreachable(error)}`,
      { cause: error },
    );
  }
}
