import type { DropName } from './drops.ts';
import { writeComments } from './write-comments.ts';
import { connect, demoAccount, signUpOrIn, ok, type Client, type Member } from './member.ts';
import { people, usernames, type DemoPerson } from './people.ts';
import { sendMessages } from './send-messages.ts';
import { postDrops, type Posted } from './post-drops.ts';
import { block, bookmark, follow, recordListening, like, listen, report } from './add-reactions.ts';
import { before, DAY, HOUR, memberOf, type DemoContext } from './demo-context.ts';

/** Notifications older than this are marked as read. */
const UNREAD_HOURS = 2;

/** The account that visitors of the demo sign in with. */
export const host = 'nightbus';

/** Whether an earlier run completed the demo, as the host's account records. */
async function isComplete(operator: Client): Promise<boolean> {
  const profiles = operator.from('profiles').select('user_id');
  const known = ok(await profiles.eq('username', host).maybeSingle());
  if (!known) return false;
  const { user } = ok(await operator.auth.admin.getUserById(known.user_id));
  return user.user_metadata.demo === 'made';
}

/** Marks a member's older notifications as read. */
async function markAsRead(context: DemoContext, { id, client }: Member): Promise<void> {
  const since = before(context, UNREAD_HOURS * HOUR).toISOString();
  const own = client.from('notifications').update({ read: true }).eq('recipient_id', id);
  ok(await own.eq('read', false).lt('created_at', since));
}

/** Sets a member's bio and settings. Their picture is the one that is drawn from their name. */
async function makeProfile(context: DemoContext, member: Member): Promise<void> {
  const { id, username, client } = member;
  const person: DemoPerson = people[username];
  const settings = {
    bio: person.bio,
    is_private: person.isPrivate ?? false,
    allow_downloads: person.allowsDownloads ?? false,
    allow_anonymous: person.allowsAnonymous ?? false,
  };
  ok(await client.from('profiles').update(settings).eq('user_id', id));
  const joined = before(context, person.joinedDaysAgo * DAY).toISOString();
  ok(await context.operator.from('profiles').update({ created_at: joined }).eq('user_id', id));
}

async function make(context: DemoContext): Promise<void> {
  const everyone = (act: (context: DemoContext, member: Member) => Promise<void>) =>
    Promise.all([...context.members.values()].map((member) => act(context, member)));

  await everyone(makeProfile);
  await everyone(follow);
  const posted = new Map<DropName, Posted>();
  await Promise.all(
    Array.from(postDrops(context), async ([name, posting]) => {
      const drop = await posting;
      posted.set(name, drop);
      await listen(context, name, drop);
      await like(context, name, drop);
      await writeComments(context, name, drop);
      await report(context, name, drop);
    }),
  );
  await everyone((_, member) => bookmark(context, member, posted));
  await Promise.all(Array.from(posted, ([name, drop]) => recordListening(context, name, drop)));
  await sendMessages(context);
  await everyone(block);
  await everyone(markAsRead);
  ok(await memberOf(context, host).client.auth.updateUser({ data: { demo: 'made' } }));
}

/**
 * Fills Undertone with accounts, drops, comments and conversations through the public API. Only the times of
 * rows are changed with the secret key, and that one conversation is anonymous.
 *
 * A complete demo is left as it is. An interrupted one is completed: every step runs again and skips
 * what exists.
 *
 * @throws when another account has a username of the demo
 */
export async function seedDemo({
  url,
  publishableKey,
  secretKey,
}: {
  url: string;
  publishableKey: string;
  secretKey: string;
}): Promise<void> {
  const operator = connect(url, secretKey);
  if (!(await isComplete(operator))) {
    console.log('Making demo people, drops and conversations…');
    const rows = ok(await operator.from('profiles').select('username').in('username', usernames));
    const known = new Set(rows.map(({ username }) => username));
    const members = await Promise.all(
      usernames.map((name) => signUpOrIn(connect(url, publishableKey), name, known.has(name))),
    );
    const byName = new Map(members.map((member) => [member.username, member]));
    await make({ operator, members: byName, now: new Date() });
  }
  const { email, password } = demoAccount(host);
  const others = usernames.filter((username) => username !== host);
  console.log(`Sign in as ${email} with the password ${password}`);
  console.log(
    `or, with the same one, as ${others.map((name) => demoAccount(name).email).join(', ')}`,
  );
}
