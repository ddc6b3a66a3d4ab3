// node apps/backend/bench/messages.bench.ts [--conversations 100000] [--sockets 2000]
// Times what a page of messages reads, through the whole backend with row-level security, at ten messages for each
// conversation: for somebody with 1 000 conversations, one of them of 10 000 messages. The 95th percentiles should be
// below 30 ms on a quiet machine. Then as many sockets as given listen to the topics of their accounts, and messages
// are sent between them: the 95th percentile from the request to the receipt should be below 300 ms.
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { startBackend } from '@undertone/test-support/backend';
import postgres from 'postgres';
import { WebSocket } from 'ws';
import { percentile } from '../../../scripts/lib/bench/percentile.ts';
import { report, type Rows } from '../../../scripts/lib/bench/report.ts';
import { allocatorSettings } from '../src/database/allocator-settings.ts';
import { signUp, type Account } from './account.ts';

const { values: given } = parseArgs({
  options: {
    conversations: { type: 'string', default: '100000' },
    sockets: { type: 'string', default: '2000' },
  },
});
const CONVERSATIONS = Number(given.conversations);
const SOCKETS = Number(given.sockets);
/** The person whose pages are read. */
const OWN = 1000;
const LONGEST = 10_000;
const PER_CONVERSATION = 10;
const PEOPLE = CONVERSATIONS / 5;
/** The first runs are not counted: they open connections and warm caches. */
const WARM_UP_RUNS = 10;
const RUNS = 100;
/** Messages between the sockets, and the time between two, ms. */
const SENT = 300;
const PAUSE = 50;
/** The number of simultaneous sign-ups and joins. */
const AT_ONCE = 8;

const env = {
  TRUSTED_PROXIES: '127.0.0.1',
  SOCKETS: String(SOCKETS + 10),
  HTTP_CONNECTIONS: String(SOCKETS + 100),
};
/** Each listener has its own address, since sign-ups are limited by address. */
const headersOf = (number: number): Record<string, string> => ({
  'x-forwarded-for': `10.${number >> 16}.${(number >> 8) & 255}.${number & 255}`,
});

const backend = await startBackend({ env: { ...allocatorSettings, ...env } });
const sql = postgres(backend.databaseUrl, { max: 1, onnotice: () => undefined });
const sockets: WebSocket[] = [];

/** Conversations of ten messages without triggers: person n has some with the next five, and `own` with a thousand. */
async function fill(own: string): Promise<void> {
  const person = (n: string) => `md5('person' || (${n}))::uuid`;
  const conversation = (n: string) => `md5('conversation' || ${n})::uuid`;
  for (const statement of [
    'set session_replication_role = replica',
    'set synchronous_commit = off',
    `insert into auth.users (id, email)
      select ${person('n')}, n || '@example.com' from generate_series(0, ${PEOPLE - 1}) as n`,
    `insert into public.profiles (user_id, username)
      select ${person('n')}, 'person' || n from generate_series(0, ${PEOPLE - 1}) as n`,
    `insert into public.account_settings (user_id) select user_id from public.profiles on conflict do nothing`,
    `insert into public.conversations (id, first_id, second_id, message_count)
      select ${conversation('n')},
        case when n <= ${OWN} then '${own}' else ${person(`n % ${PEOPLE}`)} end,
        ${person(`(n % ${PEOPLE} + 1 + n / ${PEOPLE}) % ${PEOPLE}`)},
        case when n = 1 then ${LONGEST} else ${PER_CONVERSATION} end
      from generate_series(1, ${CONVERSATIONS}) as n`,
    `insert into public.messages (id, conversation_id, position, place, content, sent_at, is_delivered)
      select md5(n || '.' || position)::uuid, ${conversation('n')}, position, 1 + (n + position) % 2,
        'What we said is ' || md5(n || ' ' || position) || case when position % 9 = 0 then ' Rain' else '' end,
        now() - n * interval '1 minute' - (last - position) * interval '1 hour', true
      from (
        select n, case when n = 1 then ${LONGEST} else ${PER_CONVERSATION} end as last
        from generate_series(1, ${CONVERSATIONS}) as n
      ) as conversations, generate_series(1, last) as position`,
    `insert into public.conversation_participants
        (conversation_id, place, user_id, is_accepted, sent_count, unread_count, latest_message_id, latest_at)
      select conversation.id, side, case side when 1 then first_id else second_id end, true, 5,
        case when message.content like '%a' then 3 else 0 end, message.id, message.sent_at
      from public.conversations as conversation
      join public.messages as message
        on message.conversation_id = conversation.id and message.position = message_count,
        generate_series(1, 2) as side`,
    'set session_replication_role = origin',
    'vacuum (analyze) public.conversations, public.conversation_participants, public.messages, public.profiles',
    'checkpoint',
  ]) {
    await sql.unsafe(statement);
  }
}

/** Requests a path of the REST API as an account: with a body a procedure. */
async function request(
  { accessToken }: Account,
  path: string,
  body?: object,
  headers: Record<string, string> = {},
) {
  const response = await fetch(`${backend.url}/rest/v1/${path}`, {
    headers: {
      ...headers,
      apikey: backend.publishableKey,
      authorization: `Bearer ${accessToken}`,
      'content-type': 'application/json',
    },
    ...(body && { method: 'POST', body: JSON.stringify(body) }),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(text);
  return JSON.parse(text);
}

/** Times a request of the person, which has to return rows. */
async function measure(own: Account, path: string, body?: object) {
  const times: number[] = [];
  for (let run = 0; run < WARM_UP_RUNS + RUNS; run += 1) {
    const start = performance.now();
    const rows: unknown = await request(own, path, body);
    if (!Array.isArray(rows) || rows.length === 0) throw new Error(JSON.stringify(rows));
    if (run >= WARM_UP_RUNS) times.push(performance.now() - start);
  }
  return { 'p50, ms': percentile(times, 0.5), 'p95, ms': percentile(times, 0.95) };
}

const columns = 'id,position,place,content,duration,waveform,filter_used,sent_at,deleted_at';
const list =
  'conversation_participants?select=conversation_id,place,is_accepted,is_archived,is_muted,read_position,' +
  `unread_count,state,person,other_read_position,latest_at,conversation:conversations(is_anonymous),` +
  `latest:messages(${columns})&latest_at=not.is.null&order=latest_at.desc&limit=50`;

/** Runs work for each number below a count, some at a time. */
async function forEach(count: number, work: (number: number) => Promise<void>): Promise<void> {
  let next = 0;
  const run = async () => {
    while (next < count) await work(next++);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, run));
}

/** Joins the topic of an account; resolves when it is joined. */
async function listen(
  { id, accessToken }: Account,
  headers: Record<string, string>,
  onMessage: (conversation: string, position: number, at: number) => void,
): Promise<WebSocket> {
  const address = `${backend.url.replace(/^http/, 'ws')}/realtime/v1/websocket`;
  const socket = new WebSocket(`${address}?apikey=${backend.publishableKey}&vsn=2.0.0`, {
    headers,
  });
  await once(socket, 'open');
  const ready = Promise.withResolvers<void>();
  socket.on('message', (data: Buffer) => {
    const at = performance.now();
    const [, , , event, payload] = JSON.parse(data.toString());
    if (event === 'phx_reply' && payload.status === 'ok') ready.resolve();
    else if (event === 'broadcast' && payload.event === 'message') {
      onMessage(payload.payload.conversation, payload.payload.position, at);
    }
  });
  const config = { private: true };
  socket.send(
    JSON.stringify([
      '1',
      '1',
      `realtime:person:${id}`,
      'phx_join',
      { config, access_token: accessToken },
    ]),
  );
  await ready.promise;
  return socket;
}

/** Sends messages between neighbouring sockets. @returns the times to their receipt by the other side, ms */
async function exchange(accounts: readonly Account[]): Promise<number[]> {
  const received = new Map<string, number>();
  await forEach(SOCKETS, async (number) => {
    sockets.push(
      await listen(accounts[number]!, headersOf(number), (conversation, position, at) => {
        // The sender receives it as well; the later one counts.
        received.set(`${conversation} ${position}`, at);
      }),
    );
  });
  const call = (number: number, name: string, body: object) =>
    request(accounts[number]!, `rpc/${name}`, body, headersOf(number));
  const started = new Map<string, number>();
  const sendTo = async (conversation: string, sender: number) => {
    const start = performance.now();
    const body = { id: randomUUID(), conversation, content: 'Good evening' };
    const [message] = await call(sender, 'send_message', body);
    started.set(`${conversation} ${message.position}`, start);
  };
  const sending: Promise<void>[] = [];
  for (let number = 0; number < SENT; number += 1) {
    // Those of a pair take turns: the second round answers the first.
    const sender = ((number * 2) % SOCKETS) + (Math.floor((number * 2) / SOCKETS) % 2);
    const conversation: string = await call(sender, 'open_conversation', {
      person: accounts[sender ^ 1]!.id,
    });
    sending.push(sendTo(conversation, sender));
    await delay(PAUSE);
  }
  await Promise.all(sending);
  while (received.size < SENT) await delay(PAUSE);
  return [...started].map(([message, start]) => received.get(message)! - start);
}

try {
  const own = await signUp(backend, 'own');
  await fill(own.id);
  const [{ longest, rare } = { longest: '', rare: '' }] = await sql<
    { longest: string; rare: string }[]
  >`select md5('conversation' || 1)::uuid as longest, md5('1 5') as rare`;
  const page = `messages?select=${columns}&conversation_id=eq.${longest}&order=position.desc&limit=50`;
  const rows: Rows = {
    'the list of conversations': await measure(own, list),
    'the unread conversations': await measure(
      own,
      'conversation_participants?select=conversation_id,unread_count&unread_count=gt.0&is_accepted=is.true',
    ),
    'a page of messages': await measure(own, page),
    'an older page': await measure(own, `${page}&position=lt.${LONGEST / 2}`),
    'a search in 20 000 messages': await measure(own, `rpc/search_messages?select=${columns}`, {
      words: 'rain',
    }),
    'a search for a rare word': await measure(own, 'rpc/search_messages?select=id', {
      words: rare,
    }),
  };
  const [{ messages } = { messages: 0 }] = await sql<{ messages: number }[]>`
    select count(*)::int as messages from public.messages`;
  report(`${messages} messages in ${CONVERSATIONS} conversations`, rows);

  const accounts: Account[] = [];
  await forEach(SOCKETS, async (number) => {
    accounts[number] = await signUp(backend, `listener${number}`, headersOf(number));
  });
  const times = await exchange(accounts);
  report(`${SENT} messages, ${PAUSE} ms apart, with ${SOCKETS} sockets`, {
    'from the request to the receipt by the other side': {
      'p50, ms': percentile(times, 0.5),
      'p95, ms': percentile(times, 0.95),
      'longest, ms': Math.max(...times),
    },
  });
} finally {
  for (const socket of sockets) socket.terminate();
  await sql.end();
  await backend.stop();
}
