import { WireSocket } from '../fixtures/wire-socket.ts';
import { randomFrame } from './frames.ts';
import type { Random } from './random.ts';
import type { FuzzTarget } from './fuzz-target.ts';

/** How many sockets are open at once. */
const sockets = 12;
/** Frames per socket: fewer than the joins that a socket may send in a second. */
const framesEach = 80;

const path = ({ backend }: FuzzTarget): string =>
  `/realtime/v1/websocket?apikey=${backend.publishableKey}&vsn=2.0.0`;

const isChange = (message: string): boolean => message.includes('"commit_timestamp"');

/** The result of one socket. */
interface Share {
  readonly sent: number;
  readonly complaint: string | null;
  /** How many changes the socket received. */
  readonly changes: number;
}

/** Sends frames until the socket closes or the count is reached, and checks the messages received. */
async function sendToSocket(target: FuzzTarget, random: Random, count: number): Promise<Share> {
  const address = `x-forwarded-for: 10.${random.below(256)}.${random.below(256)}.1`;
  const socket = new WireSocket(target.backend.url, path(target), [address]);
  const status = await socket.status;
  if (status !== 101) {
    return { sent: count, complaint: `a handshake was answered ${status}`, changes: 0 };
  }
  // No frame touches this channel, so that a leaked change would arrive here.
  const payload = { config: { postgres_changes: [{ event: '*', schema: '*', table: '*' }] } };
  const access_token = target.attackerToken;
  socket.send(
    JSON.stringify(['w', 'w', 'realtime:watch', 'phx_join', { ...payload, access_token }]),
  );
  await socket.until((message) => message.includes('Subscribed to PostgreSQL'));
  let sent = 0;
  let isWhole = true;
  while (sent < count && isWhole && socket.isOpen) {
    const frame = randomFrame(target, random);
    socket.write(frame.bytes);
    ({ isWhole } = frame);
    sent += 1;
    // A few at a time, so that a closed socket is noticed before all frames are sent.
    if (sent % 10 === 0) await new Promise((resolve) => void setImmediate(resolve));
  }
  if (isWhole) {
    // Messages are answered in order, so that the answer to this one is the last.
    socket.send(JSON.stringify([null, 'last', 'realtime:nowhere', 'last', {}]));
    await socket.until((message) => message.includes('"last"'));
    await socket.until((message) => isChange(message) && message.includes('"realtime:watch"'));
  }
  await socket.end();
  const received = socket.messages.join('\n');
  // The last pattern is the answer to a message that made the server fail.
  const leaked = [...target.forbidden, 'Unknown Error on Channel'].find((word) =>
    received.includes(word),
  );
  const complaint = leaked ? `${leaked}: ${received.slice(received.indexOf(leaked) - 300)}` : null;
  const changes = socket.messages.filter(isChange).length;
  return { sent, complaint, changes };
}

/**
 * Sends random frames to realtime over many sockets, while another account's rows change.
 * @param count frames in all
 * @returns the faults of the responses, and how many changes the sockets received
 */
export async function sendFrames(
  target: FuzzTarget,
  random: Random,
  count: number,
): Promise<{ complaints: string[]; changes: number }> {
  const complaints: string[] = [];
  let left = count;
  let changesInAll = 0;
  const work = async () => {
    while (left > 0 && complaints.length < 5) {
      const share = Math.min(framesEach, left);
      left -= share;
      const { sent, complaint, changes } = await sendToSocket(target, random, share);
      left += share - sent;
      changesInAll += changes;
      if (complaint) complaints.push(complaint);
    }
  };
  const { client } = target.victim;
  const over = new AbortController();
  const changing = (async () => {
    while (!over.signal.aborted) {
      for (const id of [target.privateDrop, target.publicDrop]) {
        await client
          .from('voice_drops')
          .update({ hashtags: ['night'] })
          .eq('id', id)
          .throwOnError();
      }
    }
  })();
  await Promise.all(Array.from({ length: sockets }, work));
  over.abort();
  await changing;
  return { complaints, changes: changesInAll };
}
