import { expect, it } from 'vitest';
import { encodeBroadcast, type BroadcastMessage } from './broadcast-message.ts';

const message: BroadcastMessage = {
  topic: 'news',
  isPrivate: true,
  event: 'posted',
  payload: '{"n":1}',
  originator: 'ann',
  id: 'm',
};

const metaFor = (receivers: number, more: Partial<BroadcastMessage> = {}) => {
  const frame = encodeBroadcast({ ...message, ...more }, '2.0.0', receivers);
  const [, , , , { meta }] = JSON.parse(frame?.data.toString() ?? '');
  return meta;
};

it.each([
  [1, 0],
  [100, 0],
  [1000, 2000],
  [10_000, 20_000],
])('the meta of a message to %i receivers spreads their reads over %i ms', (receivers, spread) => {
  expect(metaFor(receivers)).toEqual({ id: 'm', spread_ms: spread });
});

it('a message from a client has no meta', () => {
  expect(metaFor(1000, { id: undefined })).toBeUndefined();
});

it('a message of bytes has the same meta', () => {
  const frame = encodeBroadcast({ ...message, payload: Buffer.from('x') }, '2.0.0', 1000);
  expect(frame?.data.toString('latin1')).toContain('{"id":"m","spread_ms":2000}');
});
