import { talkAbout } from './comment.ts';
import { makeProfile } from './make-profile.ts';
import { connect, demoAccount, enter, ok, type Client, type Member } from './member.ts';
import { usernames } from './people.ts';
import { postDrops } from './post-drops.ts';
import { block, bookmark, follow, like, listen, report } from './react.ts';
import { before, HOUR, memberOf, type Stage } from './stage.ts';

/** What is older than this, everyone has seen. */
const UNREAD_HOURS = 2;

/** Whom a visitor signs in as. */
export const host = 'nightbus';

/** Whether an earlier run made all of the demo: the host's account says so. */
async function isMade(operator: Client): Promise<boolean> {
  const profiles = operator.from('profiles').select('user_id');
  const known = ok(await profiles.eq('username', host).maybeSingle());
  if (!known) return false;
  const { user } = ok(await operator.auth.admin.getUserById(known.user_id));
  return user.user_metadata.demo === 'made';
}

async function read(stage: Stage, { id, client }: Member): Promise<void> {
  const since = before(stage, UNREAD_HOURS * HOUR).toISOString();
  const own = client.from('notifications').update({ read: true }).eq('recipient_id', id);
  ok(await own.eq('read', false).lt('created_at', since));
}

async function make(stage: Stage): Promise<void> {
  const everyone = (act: (stage: Stage, member: Member) => Promise<void>) =>
    Promise.all([...stage.members.values()].map((member) => act(stage, member)));

  await everyone(makeProfile);
  await everyone(follow);
  const posted = await postDrops(stage);
  await Promise.all(
    [...posted].map(async ([name, drop]) => {
      await listen(stage, name, drop);
      await like(stage, name, drop);
      await talkAbout(stage, name, drop);
      await report(stage, name, drop);
    }),
  );
  await everyone((_, member) => bookmark(stage, member, posted));
  await everyone(block);
  await everyone(read);
  ok(await memberOf(stage, host).client.auth.updateUser({ data: { demo: 'made' } }));
}

/**
 * Fills Undertone with people, drops and conversations, through the public API as
 * a client would. Only times are set back with the secret key, since no client may.
 *
 * A demo that is whole is left as it is. One that was cut short is completed: all
 * of it is gone through again, and nothing is made twice.
 *
 * @throws when a name of the demo belongs to somebody else here
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
  if (!(await isMade(operator))) {
    console.log('Making demo people, drops and conversations…');
    const rows = ok(await operator.from('profiles').select('username').in('username', usernames));
    const known = new Set(rows.map(({ username }) => username));
    const members = await Promise.all(
      usernames.map((name) => enter(connect(url, publishableKey), name, known.has(name))),
    );
    await make({
      operator,
      members: new Map(members.map((member) => [member.username, member])),
      now: new Date(),
    });
  }
  const { email, password } = demoAccount(host);
  const others = usernames.filter((username) => username !== host);
  console.log(`Sign in as ${email} with the password ${password}`);
  console.log(
    `or, with the same one, as ${others.map((name) => demoAccount(name).email).join(', ')}`,
  );
}
