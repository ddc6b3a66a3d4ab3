import type { TestDatabase } from './test-database.ts';

interface Claim {
  readonly id: number;
  /** The events that end together; undefined for the event alone. */
  readonly ids?: readonly number[];
}

/** The events that leave the database, claimed and finished as by the function `push`. */
export const outboxOf = <Claimed extends Claim>({ sql }: TestDatabase) => ({
  claim: async (max = 100): Promise<Claimed[]> => {
    const [row] = await sql<{ claimed: Claimed[] }[]>`select claim_deliveries(${max}) as claimed`;
    return row!.claimed;
  },

  finish: async (claimed: readonly Claim[], outcome: string): Promise<void> => {
    const ids = claimed.flatMap((claim) => claim.ids ?? [claim.id]);
    await sql`select finish_deliveries(${ids}, ${outcome})`;
  },

  /** The outcomes of all events, in the order of their causes. */
  outcomes: async () => {
    const rows = await sql<{ outcome: string | null }[]>`
      select outcome from private.outbox where num_nonnulls(target, recipient) > 0 order by id`;
    return rows.map(({ outcome }) => outcome);
  },

  /** Moves all times on which deliveries depend into the past. */
  passTime: async (span: string): Promise<void> => {
    await sql`
      with devices as (
        update push_subscriptions set paused_until = paused_until - ${span}::interval
      ), notified as (
        update notifications set created_at = created_at - ${span}::interval
      ), counted as (
        update private.counted_mails set counted_at = counted_at - ${span}::interval
      )
      update private.outbox set due = due - ${span}::interval,
        created_at = created_at - ${span}::interval, claimed_at = claimed_at - ${span}::interval,
        ended_at = ended_at - ${span}::interval`;
  },
});
