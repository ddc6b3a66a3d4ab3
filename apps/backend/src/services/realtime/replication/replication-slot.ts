import type { Sql } from '../../../database/sql.ts';

/** The database does not support replication; the message has the reason. A retry would fail as well. */
export class NoReplicationError extends Error {
  override name = 'NoReplicationError';
}

/** The part of a logger that is used here. */
interface WarningLog {
  warn(details: object, message: string): void;
}

/**
 * The interval at which the oldest open transaction is logged while a slot is created, ms. PostgreSQL
 * creates a slot only when all transactions that were open before have ended.
 */
const reportInterval = 5000;

/** Logs the oldest open transaction at an interval. @returns a function that stops the log */
function reportOldestTransaction(sql: Sql, log: WarningLog, interval: number): () => void {
  let isOver = false;
  const report = async () => {
    const [oldest] = await sql<{ pid: number; seconds: number; application: string }[]>`
      select pid, extract(epoch from now() - xact_start)::float8 as seconds,
        application_name as application
      from pg_stat_activity
      where backend_xid is not null and pid <> pg_backend_pid()
      order by xact_start limit 1`;
    // The slot may have been created during the query.
    if (isOver) return;
    log.warn({ ...oldest }, 'realtime waits for the end of a transaction that was open before');
  };
  const timer = setInterval(() => {
    report().catch((error: unknown) =>
      log.warn({ err: error }, 'realtime waits for open transactions'),
    );
  }, interval);
  return () => {
    isOver = true;
    clearInterval(timer);
  };
}

export interface Slot {
  readonly name: string;
  /** Whether the slot existed before, so that no change was missed. */
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
 * Finds or creates the replication slot for this database's changes. A slot that PostgreSQL has
 * invalidated, because too much was written while it was not read (max_slot_wal_keep_size), is dropped
 * and created again.
 *
 * @param publication the publication of the tables
 * @param prefix the prefix of the slot's name, which ends in the database's oid
 * @param interval how often the transaction that delays the creation is logged, ms
 * @throws {NoReplicationError}
 */
export async function prepareSlot(
  sql: Sql,
  publication: string,
  prefix: string,
  log: WarningLog,
  interval = reportInterval,
): Promise<Slot> {
  await refuseWithoutReplication(sql, publication);
  // Slots belong to the server, which may have databases of other backends.
  const [database] = await sql<{ oid: string }[]>`
    select oid::text from pg_database where datname = current_database()`;
  const name = `${prefix}_${database?.oid}`;
  const [known] = await sql<{ isLost: boolean }[]>`
    select wal_status = 'lost' as "isLost" from pg_replication_slots where slot_name = ${name}`;
  if (known?.isLost) await sql`select pg_drop_replication_slot(${name})`;
  if (known && !known.isLost) return { name, isContinued: true };
  const stopReporting = reportOldestTransaction(sql, log, interval);
  try {
    await sql`select pg_create_logical_replication_slot(${name}, 'pgoutput')`;
  } finally {
    stopReporting();
  }
  return { name, isContinued: false };
}
