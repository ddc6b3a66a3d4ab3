import type { Sql } from '../../../database/sql.ts';

/** The database cannot be replicated from; the message says why. Trying again does not help. */
export class NoReplicationError extends Error {
  override name = 'NoReplicationError';
}

/** Takes warnings, as a logger does. */
interface Warnings {
  warn(what: object, message: string): void;
}

/** A slot is made once all transactions that were open have ended. After this long it is said who keeps it waiting, ms. */
const reportAfter = 5000;

/** Says which transaction has been open for longest, every now and then until the returned function is called. */
function reportWaiting(sql: Sql, log: Warnings, patience: number): () => void {
  const report = async () => {
    const [oldest] = await sql<{ pid: number; seconds: number; application: string }[]>`
      select pid, extract(epoch from now() - xact_start)::float8 as seconds,
        application_name as application
      from pg_stat_activity
      where backend_xid is not null and pid <> pg_backend_pid()
      order by xact_start limit 1`;
    log.warn({ ...oldest }, 'live changes wait for the end of a transaction that was open before');
  };
  const timer = setInterval(() => {
    report().catch((error: unknown) => log.warn({ err: error }, 'live changes wait'));
  }, patience);
  return () => clearInterval(timer);
}

export interface Slot {
  readonly name: string;
  /** Whether the slot was there before, so that no change was missed. */
  readonly isContinued: boolean;
}

const refuseWithoutReplication = async (sql: Sql, publication: string): Promise<void> => {
  const [settings] = await sql<{ level: string; may: boolean; published: boolean }[]>`
    select current_setting('wal_level') as level,
      exists (
        select from pg_roles
        where rolname = current_user and (rolsuper or rolreplication)
          -- On Amazon RDS a membership takes the place of the attribute.
          or rolname = 'rds_replication' and pg_has_role(oid, 'member')
      ) as may,
      exists (select from pg_publication where pubname = ${publication}) as published`;
  if (settings?.level !== 'logical') {
    throw new NoReplicationError('wal_level of the database must be logical');
  }
  if (!settings.may) {
    throw new NoReplicationError('the role of DATABASE_URL must have the attribute replication');
  }
  if (!settings.published) {
    throw new NoReplicationError(`the database has no publication ${publication}`);
  }
};

/**
 * Finds or creates the replication slot that this database's changes are read from. A slot that
 * PostgreSQL has invalidated, because too much was written while nobody read it
 * (max_slot_wal_keep_size), is dropped and created again.
 *
 * @param publication whose tables' changes it has
 * @param prefix of its name, which ends in the database's oid
 * @param patience after which it is said, again and again, who keeps the slot waiting, ms
 * @throws {NoReplicationError}
 */
export async function prepareSlot(
  sql: Sql,
  publication: string,
  prefix: string,
  log: Warnings,
  patience = reportAfter,
): Promise<Slot> {
  await refuseWithoutReplication(sql, publication);
  // Slots belong to the server, whose other databases may be those of other backends.
  const [database] = await sql<{ oid: string }[]>`
    select oid::text from pg_database where datname = current_database()`;
  const name = `${prefix}_${database?.oid}`;
  const [known] = await sql<{ isLost: boolean }[]>`
    select wal_status = 'lost' as "isLost" from pg_replication_slots where slot_name = ${name}`;
  if (known?.isLost) await sql`select pg_drop_replication_slot(${name})`;
  if (known && !known.isLost) return { name, isContinued: true };
  const stopReporting = reportWaiting(sql, log, patience);
  try {
    await sql`select pg_create_logical_replication_slot(${name}, 'pgoutput')`;
  } finally {
    stopReporting();
  }
  return { name, isContinued: false };
}
