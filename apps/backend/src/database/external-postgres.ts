import { connectTimeout, ConnectionLostError } from './connection.ts';
import { OperatorError } from '../lib/operator-error.ts';
import { openSession, type Sql } from './sql.ts';
import { codeOf } from '../lib/error-code.ts';

/** The PostgreSQL of DATABASE_URL cannot be used. The message has the reason, without the password. */
class DatabaseUnusableError extends OperatorError {
  override name = 'DatabaseUnusableError';
}

const minimumVersion = 17;

/** Extensions of PostgreSQL's contrib package that the initial schema and the migrations need. */
const neededExtensions = ['pgcrypto', 'uuid-ossp', 'pg_trgm'];

/** Roles that the initial schema creates if they are missing. */
const platformRoles = [
  'anon',
  'authenticated',
  'service_role',
  'authenticator',
  'postgres',
  'supabase_auth_admin',
  'supabase_storage_admin',
  'supabase_realtime_admin',
];

interface Traits {
  readonly role: string;
  readonly is_superuser: boolean;
  readonly major: number;
  readonly wal_level: string;
  readonly encoding: string;
  readonly missing_extensions: string[];
  /** Statements with which an administrator grants the missing rights to a role that is not a superuser. */
  readonly missing_rights: string[];
}

/**
 * Reads which rights a role lacks that is not a superuser. It needs CREATEROLE for the roles that requests
 * act as, ownership of the database for schemas, search path and publications, replication for live
 * changes, and on existing roles and schemas the rights of their creator
 * (https://www.postgresql.org/docs/17/role-attributes.html and the pages of each statement).
 */
const readMissingRights = async (sql: Sql): Promise<string[]> => {
  const rows = await sql<{ text: string }[]>`
    with me as (select * from pg_roles where rolname = current_user)
    select format('alter role %I createrole', rolname) as text from me where not rolcreaterole
    union all
    select format('alter role %I replication (on Amazon RDS: grant rds_replication to %1$I)', rolname)
    from me
    where not rolreplication and not exists (
      select from pg_roles where rolname = 'rds_replication' and pg_has_role(oid, 'member')
    )
    union all
    select format('alter database %I owner to %I', datname, current_user)
    from pg_database
    where datname = current_database() and not pg_has_role(datdba, 'usage')
    union all
    select format('alter schema %I owner to %I', nspname, current_user)
    from pg_namespace
    -- The role becomes the owner of public together with the database.
    where nspname in ('public', 'backend', 'auth', 'storage', 'realtime', 'extensions')
      and nspowner <> 'pg_database_owner'::regrole and not pg_has_role(nspowner, 'usage')
    union all
    select format('grant %I to %I with admin true, inherit true, set true', rolname, current_user)
    from pg_roles
    where rolname = any(${platformRoles}) and rolname <> current_user and not (
      pg_has_role(oid, 'usage') and pg_has_role(oid, 'set')
      and pg_has_role(oid, 'member with admin option')
    )`;
  return rows.map(({ text }) => text);
};

const queryTraits = async (sql: Sql): Promise<Traits> => {
  const [traits] = await sql<Omit<Traits, 'missing_rights'>[]>`
    select current_user as role,
      (select rolsuper from pg_roles where rolname = current_user) as is_superuser,
      current_setting('server_version_num')::int / 10000 as major,
      current_setting('wal_level') as wal_level,
      current_setting('server_encoding') as encoding,
      array(
        select name from unnest(${neededExtensions}::text[]) as name
        except select name::text from pg_available_extensions
      ) as missing_extensions`;
  if (!traits) throw new Error('PostgreSQL did not return its settings');
  const isAsked = !traits.is_superuser && traits.major >= minimumVersion;
  return { ...traits, missing_rights: isAsked ? await readMissingRights(sql) : [] };
};

const readTraits = async (url: string): Promise<Traits> => {
  await using sql = await openSession(url, { name: 'backend' });
  return await queryTraits(sql);
};

/** All missing requirements, one line each, so that the operator sees them at once. */
const listProblems = (traits: Traits): string[] => {
  const { role, missing_rights, major, wal_level, encoding, missing_extensions } = traits;
  return [
    ...(major < minimumVersion
      ? [`it is PostgreSQL ${major}; version ${minimumVersion} or later is needed`]
      : []),
    ...missing_rights.map(
      (statement) =>
        `the role "${role}" is no superuser and lacks a right; an administrator runs once: ${statement}`,
    ),
    ...(wal_level === 'logical'
      ? []
      : [`wal_level is ${wal_level}: set it to logical and restart it`]),
    ...(encoding === 'UTF8' ? [] : [`the database's encoding is ${encoding}: it must be UTF8`]),
    ...missing_extensions.map(
      (name) => `the extension ${name} is not installed: it is in the package postgresql-contrib`,
    ),
  ];
};

/** The reason for a failed connection, in plain words for common mistakes in the setting. */
const describeUnreachable = (lost: unknown): string => {
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
 * Checks that an external PostgreSQL can be reached and meets the backend's requirements.
 * @throws {DatabaseUnusableError} listing all missing requirements
 */
export async function checkExternalPostgres(url: string): Promise<void> {
  const { username, hostname, port, pathname } = new URL(url);
  const place = `${username}@${hostname}:${port || 5432}${pathname}`;
  try {
    const lacks = listProblems(await readTraits(url));
    if (lacks.length === 0) return;
    throw new DatabaseUnusableError(
      [`DATABASE_URL: ${place} cannot be used:`, ...lacks.map((lack) => `- ${lack}`)].join('\n'),
    );
  } catch (error) {
    if (error instanceof DatabaseUnusableError) throw error;
    throw new DatabaseUnusableError(
      `DATABASE_URL: no connection to ${place}: ${describeUnreachable(error)}`,
      { cause: error },
    );
  }
}
