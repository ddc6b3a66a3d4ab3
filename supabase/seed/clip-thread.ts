// A thread that makes the clips whose orders it is sent: see DemoClips.
import { parentPort } from 'node:worker_threads';
import { makeClip, type ClipOrder } from './make-clip.ts';

/** A rejection ends the thread, and reaches DemoClips as the thread's error. */
async function make(order: ClipOrder): Promise<void> {
  const clip = await makeClip(order);
  parentPort?.postMessage(clip, [clip.bytes.buffer]);
}

parentPort?.on('message', (order: ClipOrder) => void make(order));
