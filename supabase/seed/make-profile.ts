import { ok, type Member } from './member.ts';
import { people, type DemoPerson } from './people.ts';
import { before, DAY, type DemoContext } from './demo-context.ts';

/** Sets a member's bio and settings. Their picture is the one that is drawn from their name. */
export async function makeProfile(context: DemoContext, member: Member): Promise<void> {
  const { id, username, client } = member;
  const person: DemoPerson = people[username];
  const profiles = client.from('profiles');
  ok(
    await profiles
      .update({
        bio: person.bio,
        is_private: person.isPrivate ?? false,
        allow_downloads: person.allowsDownloads ?? false,
      })
      .eq('user_id', id),
  );
  const joined = before(context, person.joinedDaysAgo * DAY).toISOString();
  ok(await context.operator.from('profiles').update({ created_at: joined }).eq('user_id', id));
}
