import type { TestBackend } from '@undertone/test-support/backend';
import { postDrop } from '../fixtures/post-drop.ts';
import { signUp, type Person } from '../fixtures/person.ts';

/** What only its owner may ever be shown: it stands in a private drop and a private bucket path. */
export const secretWord = 'nobody-else-may-read-this';

/** The address of the one who is attacked, which nobody may be told either. */
const victimName = 'victim';

/** Who attacks, with what, and what belongs to someone else. */
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
  /** Words that no answer may hold. */
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

/** Two people, of whom one has something to hide. */
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
