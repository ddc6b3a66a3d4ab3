import { signUp } from '../fixtures/person.ts';
import { postDrop } from '../fixtures/post-drop.ts';
import type { FuzzTarget } from './fuzz-target.ts';

/**
 * Uses the app as people do until the caller stops it, and checks that the answers contain
 * its own data.
 * @returns the account's email, which no other client may receive, and a function that stops the
 *   client and returns the number of rounds
 * @throws at the first call that is refused, for example by a limit, or has an unexpected answer
 */
export async function runHonestClient({ backend, publicDrop }: FuzzTarget) {
  const { client, id } = await signUp(backend, 'honest');
  const drop = await postDrop({ client, id }, { privacy_level: 'private' });
  const over = new AbortController();
  const expectSame = (what: string, got: unknown, wanted: unknown) => {
    if (got !== wanted) throw new Error(`${what} is ${String(got)}, not ${String(wanted)}`);
  };
  const doRound = async (round: number) => {
    const feed = client.from('voice_drops').select('id').in('id', [drop, publicDrop]);
    expectSame('what is in the feed', (await feed.throwOnError()).data?.length, 2);
    // A setting, since the number of changes of what others see is limited.
    const autoplay = round % 2 === 0;
    const { data: profile } = await client
      .from('profiles')
      .update({ autoplay })
      .eq('user_id', id)
      .select('autoplay')
      .single()
      .throwOnError();
    expectSame('the setting', profile.autoplay, autoplay);
    const { data, error } = await client.auth.getUser();
    if (error) throw error;
    expectSame('the account', data.user.id, id);
    const files = await client.storage.from('voice-drops').list(id);
    if (files.error) throw files.error;
    expectSame('the number of files', files.data.length, 1);
  };
  const rounds = (async () => {
    let round = 0;
    while (!over.signal.aborted) await doRound((round += 1));
    return round;
  })();
  // The caller observes the error through `end`; the handler only keeps Node from reporting it as unhandled.
  rounds.catch(() => undefined);
  return {
    email: 'honest@example.com',
    end: () => {
      over.abort();
      return rounds;
    },
  };
}
