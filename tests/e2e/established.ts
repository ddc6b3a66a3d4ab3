import type postgres from 'postgres';
import type { Account } from './accounts.ts';
import { uniqueTitle } from './page-parts.ts';
import { postDrop } from './post-drop.ts';
import { comment } from './seed.ts';

/** Backdates an account that has posted and commented, so that it counts as established. */
export async function establish(sql: postgres.Sql, account: Account): Promise<void> {
  const drop = await postDrop(account.client, uniqueTitle('Days ago'));
  await comment(account, drop, 'And still here.');
  await sql`update auth.users set created_at = now() - interval '9 days' where id = ${account.id}`;
  await sql`update voice_drops set created_at = now() - interval '2 days' where id = ${drop}`;
}

/** Delivers anonymous messages that wait, as the job does at the next full five minutes. */
export const deliver = (sql: postgres.Sql) => sql`
  with next as (select private.five_minutes(clock_timestamp() + interval '5 minutes') as mark)
  select private.deliver_waiting(conversation, mark)
  from next, unnest(private.waiting_conversations(mark)) as conversation`;
