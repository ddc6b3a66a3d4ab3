import { createHash } from 'node:crypto';
import { readDemoClip } from './demo-clips.ts';
import { before, memberOf, MINUTE, type DemoContext } from './demo-context.ts';
import { messages as conversations, type DemoConversation, type DemoMessage } from './messages.ts';
import { ok, type Member } from './member.ts';
import { spokenAnswers, type AnswerName } from './spoken-answers.ts';

/** An id that a message or clip has in every run, as a UUID of version 4. */
function idOf(text: string): string {
  const digits = createHash('sha256').update(text).digest('hex');
  return digits.replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12}).*/, '$1-$2-4$3-8$4-$5');
}

const messageId = ({ by, minutesAgo }: DemoMessage) => idOf(`${by} ${minutesAgo} minutes ago`);

/** Uploads a clip as the composer of messages does. @returns its id */
async function uploadClip({ client }: Member, name: AnswerName): Promise<string> {
  const { bytes, peaks } = await readDemoClip(name);
  const form = new FormData();
  form.set('id', idOf(name));
  form.set('filter', spokenAnswers[name].filter);
  form.set('waveform', JSON.stringify(peaks));
  form.set('audio', new Blob([new Uint8Array(bytes)], { type: 'audio/mpeg' }));
  ok(await client.functions.invoke('message-clips', { body: form }));
  return idOf(name);
}

/** Times of anonymous messages are full five minutes. */
const FIVE_MINUTES = 5 * MINUTE;

async function send(
  context: DemoContext,
  conversation: string,
  message: DemoMessage,
  isAnonymous: boolean,
): Promise<string> {
  const { by, content, clip, minutesAgo } = message;
  const member = memberOf(context, by);
  const id = messageId(message);
  ok(
    await member.client.rpc('send_message', {
      id,
      conversation,
      ...(content !== undefined && { content }),
      ...(clip && { clip: await uploadClip(member, clip) }),
    }),
  );
  const time = before(context, minutesAgo * MINUTE).getTime();
  const sentAt = new Date(isAnonymous ? time - (time % FIVE_MINUTES) : time).toISOString();
  ok(await context.operator.from('messages').update({ sent_at: sentAt }).eq('id', id));
  return sentAt;
}

async function hold(context: DemoContext, demo: DemoConversation): Promise<void> {
  const { operator } = context;
  const { isAnonymous = false } = demo;
  const [first] = demo.messages;
  const known = operator.from('messages').select('id').eq('id', messageId(first));
  if (ok(await known.maybeSingle())) return;
  const [starter, other] = [memberOf(context, first.by), memberOf(context, demo.with)];
  const conversation = ok(await starter.client.rpc('open_conversation', { person: other.id }));
  let sentAt = '';
  for (const message of demo.messages) {
    sentAt = await send(context, conversation, message, isAnonymous);
  }
  const sides = operator.from('conversation_participants').update({ latest_at: sentAt });
  ok(await sides.eq('conversation_id', conversation));
  const position = demo.messages.length - Number(demo.isUnread ?? false);
  for (const { client } of [starter, other]) {
    ok(await client.rpc('mark_read', { conversation, position }));
  }
  if (isAnonymous) {
    // Only established accounts send anonymous messages, and those of the demo have just been made.
    ok(await operator.from('conversations').update({ is_anonymous: true }).eq('id', conversation));
  }
}

/** Sends the messages of all conversations. One that exists is left as it is. */
export async function sendMessages(context: DemoContext): Promise<void> {
  await Promise.all(conversations.map((demo) => hold(context, demo)));
}
