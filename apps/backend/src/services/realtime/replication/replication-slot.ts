import type { Sql } from '../../../database/sql.ts';

/** The database cannot be replicated from; the message says why. Trying again does not help. */
export class NoReplicationError extends Error {
  override name = 'NoReplicationError';
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
 * @throws {NoReplicationError}
 */
export async function prepareSlot(sql: Sql, publication: string, prefix: string): Promise<Slot> {
  await refuseWithoutReplication(sql, publication);
  // Slots belong to the server, whose other databases may be those of other backends.
  const [database] = await sql<{ oid: string }[]>`
    select oid::text from pg_database where datname = current_database()`;
  const name = `${prefix}_${database?.oid}`;
  const [known] = await sql<{ isLost: boolean }[]>`
    select wal_status = 'lost' as "isLost" from pg_replication_slots where slot_name = ${name}`;
  if (known?.isLost) await sql`select pg_drop_replication_slot(${name})`;
  if (known && !known.isLost) return { name, isContinued: true };
  await sql`select pg_create_logical_replication_slot(${name}, 'pgoutput')`;
  return { name, isContinued: false };
}
