import { frameOf, opcodes } from '../fixtures/wire-socket.ts';
import { deepJson, hostileText, hostileValue } from './hostile-text.ts';
import type { Random } from './random.ts';
import { secretWord, type FuzzTarget } from './fuzz-target.ts';

/** A message of the second serializer: join_ref, ref, topic, event, payload. */
type Message = [
  joinRef: string | null,
  ref: string,
  topic: string,
  event: string,
  payload: unknown,
];

const topics = ['realtime:a', 'realtime:b', 'realtime:*', 'realtime:public:voice_drops'];

const columns = ['id', 'title', 'user_id', 'hashtags', 'duration', 'created_at', 'is_flagged'];

const operators = 'eq neq lt lte gt gte in like ilike is isdistinct match imatch cs fts'.split(' ');

/** A valid or malformed filter on the victim's rows. */
const filterOf = ({ victim, privateDrop }: FuzzTarget, random: Random): string => {
  const value = random.pick<() => string>([
    // Never the whole secret: the answer repeats the filter.
    () => `${secretWord.slice(0, random.below(secretWord.length))}%`,
    () => '%a'.repeat(random.below(30)),
    () => String.raw`^(.*)(.*)(.*)(.*)\4\3\2\1x`,
    () => `(${privateDrop},${victim.id})`,
    () => 'null',
    () => String(random.below(100)),
    () => '\ud800',
    () => hostileText(random),
  ])();
  const not = random.chance(0.2) ? 'not.' : '';
  const condition = `${random.pick(columns)}=${not}${random.pick(operators)}.${value}`;
  return random.chance(0.7) ? `user_id=eq.${victim.id},${condition}` : condition;
};

/** Messages that supabase-js sends, as the start for mutations. */
const wellFormedMessage = (target: FuzzTarget, random: Random): Message => {
  const { attackerToken, victim, attacker, backend, privateDrop } = target;
  const topic = random.pick(topics);
  const ref = String(random.below(1000));
  const join = (bindings: readonly object[], token: unknown = attackerToken): Message => [
    ref,
    ref,
    topic,
    'phx_join',
    {
      access_token: token,
      config: {
        broadcast: { ack: false, self: false },
        presence: { key: '', enabled: false },
        postgres_changes: bindings,
        private: random.chance(0.2),
      },
    },
  ];
  const on = (table: string, filter?: string, event = '*') => ({
    event,
    schema: 'public',
    table,
    ...(filter === undefined ? {} : { filter }),
  });
  return random.pick<() => Message>([
    () => join([on('voice_drops')]),
    () => join([on('voice_drops', `id=eq.${privateDrop}`), on('voice_drops', 'title=like.*')]),
    () => join([on('voice_drops', filterOf(target, random))]),
    () => join([on('voice_drops', filterOf(target, random))], null),
    () => join(Array.from({ length: 40 }, () => on('voice_drops', filterOf(target, random)))),
    () => join([on('notifications', `recipient_id=eq.${attacker.id}`, 'INSERT')]),
    () => join([on('notifications', `recipient_id=eq.${victim.id}`, 'INSERT')]),
    () => join([on('voice_drops', `user_id=in.(${victim.id})`)], null),
    () => join([on('*'), { event: '*', schema: '*' }], backend.publishableKey),
    () => join([]),
    () => [null, ref, 'phoenix', 'heartbeat', {}],
    () => [null, ref, topic, 'access_token', { access_token: attackerToken }],
    () => [null, ref, topic, 'phx_leave', {}],
    () => [ref, ref, topic, 'broadcast', { type: 'broadcast', event: 'x', payload: {} }],
    () => [ref, ref, topic, 'presence', { type: 'presence', event: 'track' }],
  ])();
};

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Changes one part of a value at a random place. */
const change = (value: unknown, random: Random): unknown => {
  if (Array.isArray(value) && value.length > 0 && random.chance(0.8)) {
    const at = random.below(value.length);
    return value.map((each: unknown, index) => (index === at ? change(each, random) : each));
  }
  if (isObject(value) && random.chance(0.8)) {
    const keys = Object.keys(value);
    const key = keys.length > 0 && random.chance(0.9) ? random.pick(keys) : hostileText(random);
    return { ...value, [key]: change(value[key], random) };
  }
  if (typeof value === 'string' && random.chance(0.4)) {
    const at = random.below(value.length + 1);
    return `${value.slice(0, at)}${hostileText(random)}${value.slice(at)}`;
  }
  return hostileValue(random);
};

const broken = (content: Buffer, random: Random): Buffer =>
  random.pick<() => Buffer>([
    () => frameOf(content.subarray(0, random.below(content.length + 1))),
    () => frameOf(JSON.stringify(hostileValue(random)) ?? ''),
    () => frameOf(JSON.stringify([null, hostileValue(random), hostileValue(random), 'x', {}])),
    () => frameOf(JSON.stringify({ topic: hostileText(random), event: 'phx_join', payload: {} })),
    () => frameOf(hostileText(random)),
    () => frameOf(deepJson(random)),
    () => frameOf(content, { opcode: opcodes.binary }),
    () => frameOf(Buffer.from([3, ...content.subarray(0, 40)]), { opcode: opcodes.binary }),
    () => frameOf(content, { opcode: random.below(16), reserved: random.below(8) }),
    () => frameOf(content, { isMasked: false }),
    () => frameOf(content, { length: 2 ** (4 + random.below(48)) }),
    () => frameOf(Buffer.from([0xff, 0xfe, 0xc3, ...content])),
    () => Buffer.from(Array.from({ length: random.below(64) }, () => random.below(256))),
  ])();

const inParts = (content: Buffer, random: Random): Buffer => {
  const at = random.below(content.length + 1);
  return Buffer.concat([
    frameOf(content.subarray(0, at), { isLast: false }),
    frameOf('still there', { opcode: opcodes.ping }),
    frameOf(content.subarray(at), { opcode: opcodes.continuation }),
  ]);
};

/**
 * The bytes of one message: most are changed in a few places, some are in two frames, a few
 * violate the framing. A socket is closed after one of these, so they are rare.
 */
export function randomFrame(
  target: FuzzTarget,
  random: Random,
): { readonly bytes: Buffer; readonly isWhole: boolean } {
  const [joinRef, ref, ...rest] = wellFormedMessage(target, random);
  let [topic, event, payload] = rest;
  for (let times = random.below(4); times > 0; times -= 1) payload = change(payload, random);
  if (random.chance(0.05)) topic = `${topic}\ud800`;
  if (random.chance(0.1)) topic = `${topic}${hostileText(random)}`.slice(random.below(12));
  if (random.chance(0.05)) event = hostileText(random);
  const message = [joinRef, ref, topic, event, payload];
  const content = Buffer.from(JSON.stringify(message));
  if (random.chance(0.02)) return { bytes: broken(content, random), isWhole: false };
  const bytes = random.chance(0.1) ? inParts(content, random) : frameOf(content);
  return { bytes, isWhole: true };
}
