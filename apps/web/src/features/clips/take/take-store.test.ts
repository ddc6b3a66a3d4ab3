import 'fake-indexeddb/auto';
import { beforeEach, expect, it } from 'vitest';
import { addEdit, UNEDITED } from './take-edits.ts';
import { EMPTY_DRAFT } from './take.ts';
import {
  appendChunk,
  appendSegment,
  createTake,
  deleteTake,
  deleteTakesOf,
  listTakes,
  readSegments,
  readTake,
  updateTake,
  type Take,
} from './take-store.ts';

const take = (change: Partial<Take> = {}): Take => ({
  id: 'tide',
  userId: 'ada',
  mimeType: 'audio/webm;codecs=opus',
  startedAt: 1,
  draft: EMPTY_DRAFT,
  upload: null,
  ...change,
});

const text = async (of: Take) =>
  new TextDecoder().decode(await (await readSegments(of))[0]!.arrayBuffer());

beforeEach(async () => {
  for (const userId of ['ada', 'bob']) await deleteTakesOf(userId);
});

it('joins chunks in the order of their indices, however many there are', async () => {
  await createTake(take());
  const chunks = Array.from({ length: 12 }, (_, index) => `${index};`);
  for (const [index, chunk] of [...chunks.entries()].reverse()) {
    await appendChunk('tide', index, new Blob([chunk]));
  }
  const [recording] = await readSegments(take());
  expect(await text(take())).toBe(chunks.join(''));
  expect(recording?.type).toBe('audio/webm;codecs=opus');
});

it('keeps the chunks of a later segment apart, and drops the edit’s earlier post', async () => {
  await createTake(take());
  await appendChunk('tide', 0, new Blob(['sea ']));
  await appendChunk('tide', 1, new Blob(['side']));
  const history = addEdit(UNEDITED, { kind: 'append', segment: 1 });
  const first = await appendSegment('tide', 1, { mimeType: 'audio/mp4', history });
  expect(first).toBe(2);
  await appendChunk('tide', first, new Blob(['moon']));
  const stored = await readTake('tide');
  expect(stored).toMatchObject({ history, post: null });
  const segments = await readSegments(stored!);
  const texts = segments.map(async (each) => new TextDecoder().decode(await each.arrayBuffer()));
  expect(await Promise.all(texts)).toEqual(['sea side', 'moon']);
  expect(segments.map(({ type }) => type)).toEqual(['audio/webm;codecs=opus', 'audio/mp4']);
});

it('lists the takes of one account only', async () => {
  await createTake(take());
  expect(await listTakes('bob')).toEqual([]);
  expect(await listTakes('ada')).toEqual([take()]);
});

it('deletes all takes of an account, and none of another account', async () => {
  await createTake(take({ id: 'one' }));
  await createTake(take({ id: 'two' }));
  await createTake(take({ id: 'other', userId: 'bob' }));
  await appendChunk('one', 0, new Blob(['sea']));
  await deleteTakesOf('ada');
  expect(await listTakes('ada')).toEqual([]);
  expect(await text(take({ id: 'one' }))).toBe('');
  expect(await listTakes('bob')).toHaveLength(1);
});

it('lists the newest take first', async () => {
  await createTake(take({ id: 'old', startedAt: 1 }));
  await createTake(take({ id: 'new', startedAt: 2 }));
  expect((await listTakes('ada')).map(({ id }) => id)).toEqual(['new', 'old']);
});

it('stores draft and upload path with the take', async () => {
  await createTake(take());
  const draft = { ...EMPTY_DRAFT, description: '#sea' };
  const upload = { filterId: 'deep', path: 'ada/1-voice-drop.wav' } as const;
  await updateTake('tide', { draft });
  await updateTake('tide', { upload });
  expect(await readTake('tide')).toEqual(take({ draft, upload }));
});

it('deletes a take with all of its chunks, and no other take', async () => {
  for (const id of ['tide', 'tide2']) {
    await createTake(take({ id }));
    await appendChunk(id, 0, new Blob([id]));
  }
  await deleteTake('tide');
  expect(await readTake('tide')).toBeUndefined();
  expect(await text(take())).toBe('');
  expect(await text(take({ id: 'tide2' }))).toBe('tide2');
});

it('does not restore a deleted take on a late chunk or update', async () => {
  await createTake(take());
  await deleteTake('tide');
  await appendChunk('tide', 1, new Blob(['late']));
  await updateTake('tide', { draft: EMPTY_DRAFT });
  expect(await listTakes('ada')).toEqual([]);
  expect(await text(take())).toBe('');
});
