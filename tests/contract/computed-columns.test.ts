import { startBackend } from '@undertone/test-support/backend';
import postgres from 'postgres';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { signUp, type Person } from './fixtures/person.ts';

const backend = await startBackend();
afterAll(() => backend.stop());
let ann: Person;
let bob: Person;

beforeAll(async () => {
  const sql = postgres(backend.databaseUrl, { max: 1 });
  await sql.unsafe(`
    create function public.is_returned(public.follows) returns boolean
    language sql stable as $$
      select exists (
        select from public.follows
        where follower_id = $1.following_id and following_id = $1.follower_id
      )
    $$;
    create function public.counts_of_followed(public.follows) returns setof public.profile_counts rows 1
    language sql stable as $$
      select * from public.profile_counts where user_id = $1.following_id
    $$;
    notify pgrst, 'reload schema';`);
  await sql.end();
  [ann, bob] = await Promise.all([signUp(backend, 'ann'), signUp(backend, 'bob')]);
  const cat = await signUp(backend, 'cat');
  for (const [follower, followed] of [
    [ann, bob],
    [bob, ann],
    [ann, cat],
  ] as const) {
    const { error } = await follower.client
      .from('follows')
      .insert({ follower_id: follower.id, following_id: followed.id });
    if (error) throw error;
  }
});

describe('a function of a row', () => {
  it('can be selected, filtered and ordered by like a column', async () => {
    const { data, error } = await ann.client
      .from('follows')
      .select('following_id, is_returned')
      .eq('follower_id', ann.id)
      .order('is_returned', { ascending: false });
    expect(error).toBeNull();
    expect(data).toMatchObject([
      { following_id: bob.id, is_returned: true },
      { is_returned: false },
    ]);

    const { count } = await ann.client
      .from('follows')
      .select('id', { count: 'exact', head: true })
      .eq('follower_id', ann.id)
      .is('is_returned', true);
    expect(count).toBe(1);
  });

  it('can be embedded when it returns a row of another table', async () => {
    const { data, error } = await ann.client
      .from('follows')
      .select('is_returned, counts_of_followed(follower_count)')
      .eq('following_id', bob.id)
      .single();
    expect(error).toBeNull();
    expect(data).toEqual({ is_returned: true, counts_of_followed: { follower_count: 1 } });
  });
});

describe('a count without rows', () => {
  it.each(['exact', 'planned', 'estimated'] as const)('is returned as %s', async (count) => {
    const answer = await ann.client.from('follows').select('*', { count, head: true });
    expect(answer).toMatchObject({ error: null, data: null, count: expect.any(Number) });
  });
});
