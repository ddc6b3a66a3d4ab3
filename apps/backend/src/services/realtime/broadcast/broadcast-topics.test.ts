import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { Channel, type ChannelTransport } from '../sockets/channel.ts';
import { SerialQueue } from '../sockets/serial-queue.ts';
import type { Subscriber } from '../sockets/subscriber.ts';
import type { BroadcastMessage } from './broadcast-message.ts';
import { BroadcastTopics } from './broadcast-topics.ts';

const topic = { topic: 'news', isPrivate: false };

const message = (originator: string, event: string): BroadcastMessage => ({
  ...topic,
  originator,
  event,
  payload: '{}',
});

/**
 * A topic and the events that its channel receives.
 * @param work the time that a message takes, ms; longer than the time without a pause, other messages wait
 */
function openTopic(work: number) {
  const topics = new BroadcastTopics();
  const received: string[] = [];
  const channel = (sendEncoded: (frame: Buffer) => void) => {
    const transport: ChannelTransport = {
      version: '1.0.0',
      name: 'socket',
      address: '192.0.2.1',
      changes: new SerialQueue(),
      send: () => undefined,
      sendEncoded,
      onEnd: () => undefined,
    };
    const subscriber: Subscriber = {
      role: 'anon',
      claims: '{"role":"anon"}',
      account: null,
      sessionId: null,
      expiresAt: null,
    };
    return new Channel('realtime:news', '1', subscriber, transport, {
      token: null,
      membership: { ...topic, receivesOwn: false, acknowledges: false, mayWrite: true },
      verify: async () => subscriber,
      checkInterval: Infinity,
    });
  };
  // Turns depend on the time that messages take, which a busy machine would change.
  let now = 0;
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => now);
  onTestFinished(() => clock.mockRestore());
  const spend = () => {
    now += work;
  };
  topics.add(channel(spend));
  topics.add(channel((frame) => received.push(JSON.parse(frame.toString()).payload.event)));
  return { topics, received };
}

describe('the messages of a topic', () => {
  it('are sent in turns between their originators, those of each in their order', async () => {
    const { topics, received } = openTopic(11);
    await Promise.all([
      ...['a1', 'a2', 'a3', 'a4'].map((event) => topics.send(message('ann', event))),
      ...['b1', 'b2'].map((event) => topics.sendFromClient(message('bob', event))),
      topics.send(message('cat', 'c1')),
    ]);
    expect(received.slice(0, 3)).toEqual(['a1', 'b1', 'c1']);
    const of = (name: string) => received.filter((event) => event.startsWith(name));
    expect([of('a'), of('b')]).toEqual([
      ['a1', 'a2', 'a3', 'a4'],
      ['b1', 'b2'],
    ]);
    expect(received.indexOf('b2')).toBeLessThan(received.indexOf('a3'));
  });

  it('are refused from an originator that has fifty waiting, and from all when a hundred of clients wait', async () => {
    const { topics } = openTopic(0);
    const send = (originator: string, count: number) =>
      Array.from({ length: count }, () => topics.sendFromClient(message(originator, 'wave')));
    const sent = [
      ...Array.from({ length: 200 }, () => topics.send(message('the server', 'news'))),
      ...send('ann', 50),
    ];
    const isBehind = (originator: string) => topics.isBehind({ ...topic, originator });
    expect([isBehind('ann'), isBehind('bob')]).toEqual([true, false]);
    sent.push(...send('bob', 50));
    expect(isBehind('cat')).toBe(true);
    await Promise.all(sent);
    expect(isBehind('ann')).toBe(false);
  });
});
