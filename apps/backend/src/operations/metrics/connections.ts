import type { Sql } from '../../database/sql.ts';

/** The backend's connections to PostgreSQL by what they are doing, in PostgreSQL's words. */
export async function countConnections(admin: Sql): Promise<Record<string, number>> {
  const rows = await admin<{ state: string; count: number }[]>`
    select coalesce(state, 'unknown') as state, count(*)::int as count
    from pg_stat_activity
    where application_name like 'backend%'
    group by 1`;
  return Object.fromEntries(rows.map(({ state, count }) => [state.replaceAll(' ', '_'), count]));
}
