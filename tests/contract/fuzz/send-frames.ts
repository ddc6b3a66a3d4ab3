import { WireSocket } from '../fixtures/wire-socket.ts';
import { randomFrame } from './frames.ts';
import type { Random } from './random.ts';
import type { FuzzTarget } from './fuzz-target.ts';

/** Sockets at once. */
const sockets = 12;
/** Frames of one socket: fewer than the joins that it may send in a second. */
const framesEach = 80;

const path = ({ backend }: FuzzTarget): string =>
  `/realtime/v1/websocket?apikey=${backend.publishableKey}&vsn=2.0.0`;

const isChange = (message: string): boolean => message.includes('"commit_timestamp"');

/** What one socket took of the frames, and gave back. */
interface Share {
  readonly sent: number;
  readonly complaint: string | null;
  /** How many changes it was told of. */
  readonly told: number;
}

/** Sends frames until the socket has had enough, and says what is wrong with what came back. */
async function sendToSocket(target: FuzzTarget, random: Random, count: number): Promise<Share> {
  const address = `x-forwarded-for: 10.${random.below(256)}.${random.below(256)}.1`;
  const socket = new WireSocket(target.backend.url, path(target), [address]);
  const status = await socket.status;
  if (status !== 101) {
    return { sent: count, complaint: `a handshake was answered ${status}`, told: 0 };
  }
  // This channel is left alone: what it may not be told would be told here.
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
    // A few at a time, so that what ends the socket is noticed before all are gone.
    if (sent % 10 === 0) await new Promise((resolve) => void setImmediate(resolve));
  }
  if (isWhole) {
    // Messages are worked on in their order, so that the answer to this one is the last.
    socket.send(JSON.stringify([null, 'last', 'realtime:nowhere', 'last', {}]));
    await socket.until((message) => message.includes('"last"'));
    await socket.until((message) => isChange(message) && message.includes('"realtime:watch"'));
  }
  await socket.end();
  const heard = socket.heard.join('\n');
  // The last is what a message that made the server fail is answered.
  const leaked = [...target.forbidden, 'Unknown Error on Channel'].find((word) =>
    heard.includes(word),
  );
  const complaint = leaked ? `${leaked}: ${heard.slice(heard.indexOf(leaked) - 300)}` : null;
  const told = socket.heard.filter(isChange).length;
  return { sent, complaint, told };
}

/**
 * Throws frames of chance at realtime over many sockets, while someone else's rows change.
 * @param count frames in all
 * @returns what was wrong with the answers, and how many changes the sockets were told of
 */
export async function sendFrames(
  target: FuzzTarget,
  random: Random,
  count: number,
): Promise<{ complaints: string[]; told: number }> {
  const complaints: string[] = [];
  let left = count;
  let toldInAll = 0;
  const work = async () => {
    while (left > 0 && complaints.length < 5) {
      const share = Math.min(framesEach, left);
      left -= share;
      const { sent, complaint, told } = await sendToSocket(target, random, share);
      left += share - sent;
      toldInAll += told;
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
  return { complaints, told: toldInAll };
}
