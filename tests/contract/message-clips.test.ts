import { randomUUID } from 'node:crypto';
import { connect } from 'node:net';
import postgres from 'postgres';
import { afterAll, expect, it } from 'vitest';
import { mp3Of } from './fixtures/mp3.ts';
import { signUp, tokenOf, visit, type Person } from './fixtures/person.ts';
import { openBackend } from './fixtures/server.ts';
import { wavOf } from './fixtures/wav.ts';

const backend = await openBackend();
const sql = postgres(backend.databaseUrl, { max: 1, onnotice: () => undefined });
afterAll(() => sql.end());

const ann = await signUp(backend, 'ann');
const bob = await signUp(backend, 'bob');
const operator = visit({ url: backend.url, publishableKey: backend.secretKey });

type Client = Pick<Person, 'client'>;

const peaks = JSON.stringify(Array.from({ length: 100 }, () => 40));

const formOf = (fields: Readonly<Record<string, string | Blob>> = {}): FormData => {
  const form = new FormData();
  const whole = {
    id: randomUUID(),
    filter: 'veil',
    waveform: peaks,
    audio: new Blob([mp3Of(2)], { type: 'audio/mpeg' }),
    ...fields,
  };
  for (const [name, value] of Object.entries(whole)) form.set(name, value);
  return form;
};

/** Calls the function. @returns the status, and the code of a refusal or else the answer */
async function call({ client }: Client, body: FormData | Record<string, unknown>) {
  const { data, error, response } = await client.functions.invoke('message-clips', { body });
  const refusal: { code?: string } | null = error && (await response?.json());
  return { status: response?.status, answer: refusal ? refusal.code : data };
}

const send = (person: Client, fields?: Readonly<Record<string, string | Blob>>) =>
  call(person, formOf(fields));

const clipOf = async (id: string) => {
  const [row] = await sql`
    select clip.name, object.id as object_id, object.owner_id, duration::float, clip.size::int,
      object.metadata
    from private.message_clips as clip
    left join storage.objects as object on bucket_id = 'messages' and object.name = clip.name
    where clip.id = ${id}`;
  return row;
};

it.each([
  ['audio/mpeg', 'mp3', mp3Of(2)],
  ['audio/wav', 'wav', wavOf(2)],
])(
  'a clip of the type %s is stored once, with its measured length',
  async (type, extension, file) => {
    const id = randomUUID();
    const audio = new Blob([file], { type });
    const stored = { status: 200, answer: { duration: expect.closeTo(2, 1) } };
    expect(await Promise.all([1, 2].map(() => send(ann, { id, audio })))).toEqual([stored, stored]);
    const clip = await clipOf(id);
    expect(clip).toMatchObject({
      name: expect.stringMatching(new RegExp(`^[0-9a-f-]{36}\\.${extension}$`)),
      owner_id: null,
      duration: expect.closeTo(2, 1),
      size: file.length,
      metadata: { mimetype: type },
    });
    expect(await send(ann, { id, audio })).toEqual(stored);
    expect(await clipOf(id)).toEqual(clip);
    expect(await send(bob, { id, audio })).toEqual({ status: 409, answer: 'conflict' });
  },
);

it('the metadata of a file are not stored', async () => {
  const id = randomUUID();
  const tag = new TextEncoder().encode('TAG Ann’s kitchen'.padEnd(128));
  await send(ann, { id, audio: new Blob([mp3Of(2), tag], { type: 'audio/mpeg' }) });
  expect(await clipOf(id)).toMatchObject({ size: mp3Of(2).length });
});

it.each<[string, number, string, Record<string, string | Blob>]>([
  ['of another type', 415, 'unsupported_type', { audio: new Blob(['x'], { type: 'audio/webm' }) }],
  ['that is no file', 400, 'invalid_request', { audio: 'x' }],
  [
    'that is not of its type',
    422,
    'unreadable_clip',
    { audio: new Blob([wavOf(1)], { type: 'audio/mpeg' }) },
  ],
  [
    'that is too short',
    422,
    'clip_too_short',
    { audio: new Blob([wavOf(0.2)], { type: 'audio/wav' }) },
  ],
  [
    'that is too long',
    422,
    'clip_too_long',
    { audio: new Blob([mp3Of(75)], { type: 'audio/mpeg' }) },
  ],
  [
    'that is too large',
    413,
    'body_too_large',
    { audio: new Blob([wavOf(74)], { type: 'audio/wav' }) },
  ],
  ['with another filter', 400, 'invalid_request', { filter: 'helium' }],
  ['with another waveform', 400, 'invalid_request', { waveform: '[1, 2, 3]' }],
  ['without an id', 400, 'invalid_request', { id: 'ann' }],
])('a clip %s is refused with %i %s', async (_title, status, answer, fields) => {
  const id = randomUUID();
  expect(await send(ann, { id, ...fields })).toEqual({ status, answer });
  expect(await clipOf(id)).toBeUndefined();
});

it('a form that does not end is refused, and nothing of it is stored', async () => {
  const id = randomUUID();
  const request = new Request(backend.url, { method: 'POST', body: formOf({ id }) });
  const body = (await request.bytes()).subarray(0, -500);
  const response = await fetch(`${backend.url}/functions/v1/message-clips`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${await tokenOf(ann)}`,
      'content-type': request.headers.get('content-type') ?? '',
    },
    body,
  });
  expect(response.status).toBe(400);
  expect(await clipOf(id)).toBeUndefined();
});

it('a request that is cut off can be sent again', async () => {
  const id = randomUUID();
  const request = new Request(backend.url, { method: 'POST', body: formOf({ id }) });
  const body = await request.bytes();
  const { hostname, port } = new URL(backend.url);
  const socket = connect(Number(port), hostname);
  socket.write(
    `POST /functions/v1/message-clips HTTP/1.1\r\nhost: ${hostname}\r\n` +
      `authorization: Bearer ${await tokenOf(ann)}\r\ncontent-length: ${body.length}\r\n` +
      `content-type: ${request.headers.get('content-type')}\r\n\r\n`,
  );
  await new Promise((resolve) => socket.write(body.subarray(0, 3000), resolve));
  await new Promise((resolve) => socket.once('close', resolve).destroy());
  expect(await clipOf(id)).toBeUndefined();
  expect(await send(ann, { id })).toMatchObject({ status: 200 });
});

it('only signed-in accounts store clips', async () => {
  expect(await send({ client: visit(backend) })).toEqual({ status: 401, answer: 'unauthorized' });
});

/** The URLs that a person gets for messages, by their ids. */
const sign = async (person: Client, ...messages: string[]): Promise<Record<string, string>> => {
  const { answer } = await call(person, { messages });
  return answer.urls;
};

it('a recipient gets the clip of a message once the request is accepted, and learns nothing of its sender', async () => {
  const clip = randomUUID();
  await send(ann, { id: clip });
  const { data: conversation } = await ann.client
    .rpc('open_conversation', { person: bob.id })
    .throwOnError();
  const id = randomUUID();
  await ann.client.rpc('send_message', { id, conversation, clip }).throwOnError();
  expect(await sign(bob, id, randomUUID())).toEqual({});
  await bob.client.rpc('accept_conversation', { conversation }).throwOnError();
  expect(await sign(await signUp(backend, 'cleo'), id)).toEqual({});

  const { name } = (await clipOf(clip)) ?? {};
  const path = (await sign(bob, id, randomUUID()))[id] ?? '';
  const { pathname, searchParams } = new URL(path, backend.url);
  expect(pathname).toBe(`/storage/v1/object/sign/messages/${name}`);
  const [, claims = ''] = searchParams.get('token')?.split('.') ?? [];
  expect(Buffer.from(claims, 'base64url').toString()).not.toContain(ann.id);

  const response = await fetch(new URL(path, backend.url));
  expect(await response.bytes()).toEqual(mp3Of(2));
  expect(Date.parse(response.headers.get('last-modified') ?? '') % (5 * 60 * 1000)).toBe(0);
  const headers = [...response.headers].join();
  for (const value of [ann.id, clip, id]) expect(headers).not.toContain(value);
  const again = randomUUID();
  await send(ann, { id: again });
  const [one, other] = [await clipOf(clip), await clipOf(again)];
  // The same bytes elsewhere have another tag.
  expect(one?.metadata.eTag).toBe(response.headers.get('etag'));
  expect(one?.metadata.eTag).not.toBe(other?.metadata.eTag);

  await ann.client.rpc('delete_message', { message: id, for_both: true }).throwOnError();
  for (const person of [ann, bob]) expect(await sign(person, id)).toEqual({});
});

it.each([
  ['no message', []],
  ['more than a hundred messages', Array.from({ length: 101 }, () => randomUUID())],
  ['all messages', 'all'],
])('a request for the clips of %s is refused', async (_title, messages) => {
  expect(await call(ann, { messages })).toEqual({ status: 400, answer: 'invalid_request' });
});

it('the database has unused clips removed with the secret key, and nobody else has', async () => {
  const [kept, unused] = [randomUUID(), randomUUID()];
  for (const id of [kept, unused]) await send(ann, { id });
  const { name } = (await clipOf(unused)) ?? {};
  await sql`update private.message_clips set removable_at = now() where id = ${unused}`;

  expect(await call(ann, { sweep: true })).toEqual({ status: 400, answer: 'invalid_request' });
  expect(await call({ client: visit(backend) }, { sweep: true })).toMatchObject({ status: 401 });
  expect((await clipOf(unused))?.object_id).not.toBeNull();

  await sql`select private.request_clip_removal()`;
  const isStored = async () => (await operator.storage.from('messages').exists(name)).data;
  await expect.poll(isStored).toBe(false);
  expect(await clipOf(unused)).toBeUndefined();
  expect((await clipOf(kept))?.object_id).not.toBeNull();
});

it('the clips of a deleted account are removed at once, those in its messages too', async () => {
  const person = await signUp(backend, 'leaving');
  const [sent, unused] = [randomUUID(), randomUUID()];
  for (const id of [sent, unused]) await send(person, { id });
  const { data: conversation } = await person.client
    .rpc('open_conversation', { person: bob.id })
    .throwOnError();
  const message = { id: randomUUID(), conversation, clip: sent };
  await person.client.rpc('send_message', message).throwOnError();
  await bob.client.rpc('accept_conversation', { conversation }).throwOnError();
  expect(await sign(bob, message.id)).not.toEqual({});
  const names = [await clipOf(sent), await clipOf(unused)].map((clip) => String(clip?.name));

  const { error } = await person.client.functions.invoke('delete-account', { body: {} });
  expect(error).toBeNull();
  for (const name of names) {
    expect((await operator.storage.from('messages').exists(name)).data).toBe(false);
  }
  expect(await sign(bob, message.id)).toEqual({});
});
