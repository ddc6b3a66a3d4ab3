import { signUp } from '../fixtures/person.ts';
import { postDrop } from '../fixtures/post-drop.ts';
import type { FuzzTarget } from './fuzz-target.ts';

/**
 * Uses the app as people do until it is told to stop, and finds out whether it is answered with
 * what is its own.
 * @returns the address of the account, which nobody else may be told, and what ends it and gives
 *   back how often it went round
 * @throws at the first call that is refused, by a limit for one, or answered with something else
 */
export async function runHonestClient({ backend, publicDrop }: FuzzTarget) {
  const { client, id } = await signUp(backend, 'honest');
  const drop = await postDrop({ client, id }, { privacy_level: 'private' });
  const over = new AbortController();
  const expectSame = (what: string, got: unknown, wanted: unknown) => {
    if (got !== wanted) throw new Error(`${what} is ${String(got)}, not ${String(wanted)}`);
  };
  const goRound = async (round: number) => {
    const feed = client.from('voice_drops').select('id').in('id', [drop, publicDrop]);
    expectSame('what is in the feed', (await feed.throwOnError()).data?.length, 2);
    const bio = `Round ${round}`;
    const { data: profile } = await client
      .from('profiles')
      .update({ bio })
      .eq('user_id', id)
      .select('bio')
      .single()
      .throwOnError();
    expectSame('the bio', profile.bio, bio);
    const { data, error } = await client.auth.getUser();
    if (error) throw error;
    expectSame('the account', data.user.id, id);
    const files = await client.storage.from('voice-drops').list(id);
    if (files.error) throw files.error;
    expectSame('the number of files', files.data.length, 1);
  };
  const rounds = (async () => {
    let round = 0;
    while (!over.signal.aborted) await goRound((round += 1));
    return round;
  })();
  // Whoever ends it hears of the error.
  rounds.catch(() => undefined);
  return {
    email: 'honest@example.com',
    end: () => {
      over.abort();
      return rounds;
    },
  };
}
