import type { Drop } from './factories.ts';
import type { Person, Persona } from './persona.ts';
import type { TestDatabase } from './test-database.ts';

/** The duration of drops that cannot be played to the half or the end at once. */
export const SECONDS = 30;

/** A row of voice_drop_ranks. */
export interface Rank {
  posted_at: Date;
  hot: number;
  trending: number;
  listened: number;
  listened_new: number;
  liked: number;
  liked_new: number;
  commented: number;
  commented_new: number;
  bookmarked: number;
  bookmarked_new: number;
}

/** Acts of people on drops, and the ranks that follow from them. */
export function createRanking(database: TestDatabase) {
  const rankOf = async ({ id }: Drop, persona: Persona = 'visitor'): Promise<Rank | undefined> => {
    const [rank] = await database.queryAs<Rank[]>(persona)`
      select posted_at, hot::float, trending::float, listened, listened_new, liked, liked_new,
        commented, commented_new, bookmarked, bookmarked_new
      from voice_drop_ranks where voice_drop_id = ${id}`;
    return rank;
  };

  /** The numbers from which a drop's keys are computed, without those that are zero. */
  const termsOf = async (drop: Drop): Promise<Record<string, number>> => {
    const { posted_at: _posted, hot: _hot, trending: _trending, ...terms } = (await rankOf(drop))!;
    return Object.fromEntries(Object.entries(terms).filter(([, number]) => number !== 0));
  };

  /** A confirmed account that was created some days ago. */
  const personOf = async (days: number): Promise<Person> => {
    const person = await database.make.person();
    await database.sql`
      update auth.users
      set created_at = now() - ${days} * interval '1 day', email_confirmed_at = now()
      where id = ${person.id}`;
    return person;
  };

  const made = () => database.make.drop({ duration: SECONDS });

  const play = (persona: Persona, { id }: Drop) =>
    database.queryAs(persona)`select add_play(${id})`;

  /** Moves the begin of all plays some seconds into the past. */
  const letPass = (seconds: number) =>
    database.sql`update private.ranking_acts set started_at = started_at - ${seconds} * interval '1 second'`;

  const addListening = async (persona: Persona, { id }: Drop, part: string | null) => {
    const [row] = await database.queryAs<{ noted: boolean }[]>(persona)`
      select add_listening(${id}, ${part}) as noted`;
    return row?.noted;
  };

  const listen = async (persona: Persona, drop: Drop, part: 'half' | 'end') => {
    await play(persona, drop);
    await letPass(SECONDS);
    return addListening(persona, drop, part);
  };

  const unlike = (by: Person, { id }: Drop) =>
    database.sql`delete from voice_drop_likes where user_id = ${by.id} and voice_drop_id = ${id}`;

  /** Moves all acts and their counts some days into the past. */
  const letDaysPass = async (days: number) => {
    await database.sql`update private.ranking_salts set day = day - ${days}::int`;
    await database.sql`update private.ranking_acts set day = day - ${days}::int`;
    for (const acts of ['voice_drop_likes', 'voice_drop_comments']) {
      await database.sql`
        update ${database.sql(acts)} set created_at = created_at - ${days} * interval '1 day'`;
    }
  };

  return {
    rankOf,
    termsOf,
    personOf,
    made,
    play,
    letPass,
    addListening,
    listen,
    unlike,
    letDaysPass,
  };
}
