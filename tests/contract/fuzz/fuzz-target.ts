import type { TestBackend } from '@undertone/test-support/backend';
import { postDrop } from '../fixtures/post-drop.ts';
import { signUp, type Person } from '../fixtures/person.ts';

/** A word that only its owner may read, in a private drop and in the path of a private file. */
export const secretWord = 'only-its-owner-may-read-this';

/** The victim's username, from which the email is made; no answer may contain the email either. */
const victimName = 'victim';

/** The attacker, their credentials, and another account's rows. */
export interface FuzzTarget {
  readonly backend: TestBackend;
  readonly attacker: Person;
  readonly attackerToken: string;
  readonly victim: Person;
  readonly publicDrop: string;
  readonly privateDrop: string;
  readonly privatePath: string;
  readonly ownDrop: string;
  readonly ownPath: string;
  readonly comment: string;
  /** Words that no answer may contain. */
  readonly forbidden: readonly string[];
}

const pathOf = async ({ client }: Person, drop: string): Promise<string> => {
  const { data } = await client
    .from('voice_drops')
    .select('audio_path')
    .eq('id', drop)
    .single<{ audio_path: string }>()
    .throwOnError();
  return data.audio_path;
};

/** Creates the attacker, and a victim with a private drop. */
export async function createFuzzTarget(backend: TestBackend): Promise<FuzzTarget> {
  const [victim, attacker] = await Promise.all([
    signUp(backend, victimName),
    signUp(backend, 'attacker'),
  ]);
  const publicDrop = await postDrop(victim, { title: 'For everyone', hashtags: ['night'] });
  const privateDrop = await postDrop(victim, { title: secretWord, privacy_level: 'private' });
  const ownDrop = await postDrop(attacker, { title: 'My own' });
  const { data: comment } = await victim.client
    .from('voice_drop_comments')
    .insert({ voice_drop_id: publicDrop, user_id: victim.id, content: 'Hello' })
    .select('id')
    .single<{ id: string }>()
    .throwOnError();
  const { data } = await attacker.client.auth.getSession();
  if (!data.session) throw new Error('the attacker has no session');
  return {
    backend,
    attacker,
    attackerToken: data.session.access_token,
    victim,
    publicDrop,
    privateDrop,
    privatePath: await pathOf(victim, privateDrop),
    ownDrop,
    ownPath: await pathOf(attacker, ownDrop),
    comment: comment.id,
    forbidden: [
      secretWord,
      `${victimName}@example.com`,
      backend.secretKey,
      backend.dataDir,
      'supabase_admin',
      'node_modules',
      'apps/backend',
      '$2a$',
      '$2b$',
      '$2y$',
    ],
  };
}
