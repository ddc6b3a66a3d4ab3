import { randomUUID } from 'node:crypto';
import type { Person } from './persona.ts';
import type { TestDatabase } from './test-database.ts';

/** A message as its readers get it. */
export interface Message {
  readonly id: string;
  readonly conversation_id: string;
  readonly position: number | null;
  readonly place: number;
  readonly content: string | null;
  readonly duration: number | null;
  readonly sent_at: Date;
  readonly deleted_at: Date | null;
}

/** A person's side of a conversation. */
export interface Side {
  readonly conversation_id: string;
  readonly is_accepted: boolean;
  readonly is_archived: boolean;
  readonly unread_count: number;
  readonly latest_message_id: string | null;
  readonly latest_at: Date | null;
  readonly state: string;
  readonly person: { user_id: string; username: string | null; avatar_url: string | null } | null;
  readonly other_read_position: number | null;
}

/** What is sent: words, a clip, or both. */
interface Body {
  readonly id?: string;
  readonly content?: string | null;
  readonly clip?: string | null;
}

/** Conversations of people, by the calls of the app. */
export const conversationsOf = ({ make, queryAs, sql }: TestDatabase) => {
  const open = async (person: Person, other: Person, isAnonymous = false): Promise<string> => {
    const [row] = await queryAs<{ id: string }[]>(person)`
      select open_conversation(${other.id}, ${isAnonymous}) as id`;
    return row!.id;
  };

  const send = async (
    person: Person,
    conversation: string,
    body: Body | string = 'Hello',
  ): Promise<Message> => {
    const {
      id = randomUUID(),
      content = null,
      clip = null,
    } = typeof body === 'string' ? { content: body } : body;
    const [message] = await queryAs<Message[]>(person)`
      select * from send_message(${id}, ${conversation}, ${content}, ${clip})`;
    return message!;
  };

  const clip = async (of: Person, filter = 'veil'): Promise<string> => {
    const id = randomUUID();
    await sql`
      insert into private.message_clips
        (id, account_id, name, size, duration, waveform, filter_used, stored_at)
      values (${id}, ${of.id}, ${`${randomUUID()}.mp3`}, 1000, 3.5,
        array_fill(7::smallint, array[100]), ${filter}, now())`;
    return id;
  };

  /** The person's side of a conversation; undefined without one. */
  const sideOf = async (person: Person, conversation: string): Promise<Side | undefined> => {
    const [side] = await queryAs<Side[]>(person)`
      select conversation_id, is_accepted, is_archived, unread_count, latest_message_id, latest_at,
        side.state, side.person, side.other_read_position
      from conversation_participants as side where conversation_id = ${conversation}`;
    return side;
  };

  /** What the person reads of a conversation, in its order. */
  const read = async (person: Person, conversation: string): Promise<Message[]> => [
    ...(await queryAs<Message[]>(person)`
      select id, conversation_id, position, place, content, duration, sent_at, deleted_at
      from messages where conversation_id = ${conversation} order by position`),
  ];

  const wordsRead = async (person: Person, conversation: string) =>
    (await read(person, conversation)).map(({ content }) => content);

  /** A call whose only argument is the conversation. */
  const call = (
    person: Person,
    name: 'accept_conversation' | 'delete_conversation' | 'end_conversation' | 'show_typing',
    conversation: string,
  ) => queryAs(person)`select ${sql(name)}(${conversation})`;

  const markRead = (person: Person, conversation: string, position: number) =>
    queryAs(person)`select mark_read(${conversation}, ${position})`;

  const remove = (person: Person, { id }: Pick<Message, 'id'>, forBoth: boolean) =>
    queryAs(person)`select delete_message(${id}, ${forBoth})`;

  /** The live news since the last call, by their receivers. */
  const takeNews = async () => {
    const rows = await sql<{ topic: string; event: string; payload: Record<string, unknown> }[]>`
      with taken as (
        delete from realtime.messages where topic like 'person:%' returning topic, event, payload
      )
      select topic, event, payload - 'id' as payload from taken
      order by topic, event, payload - 'id'`;
    return rows.map(({ topic, event, payload }) => ({
      to: topic.replace('person:', ''),
      event,
      payload,
    }));
  };

  return {
    open,
    send,
    clip,
    sideOf,
    read,
    wordsRead,
    call,
    markRead,
    remove,
    takeNews,

    /** Two people with a conversation that both have accepted, of one message each. */
    talk: async () => {
      const [ann, bob] = await make.people(2);
      const conversation = await open(ann, bob);
      await send(ann, conversation, 'Hello Bob');
      await send(bob, conversation, 'Hello Ann');
      return { ann, bob, conversation };
    },

    /** A request of Ann to Bob, who does not follow her. */
    request: async () => {
      const [ann, bob] = await make.people(2);
      const conversation = await open(ann, bob);
      const message = await send(ann, conversation, 'Hello Bob');
      return { ann, bob, conversation, message };
    },
  };
};
