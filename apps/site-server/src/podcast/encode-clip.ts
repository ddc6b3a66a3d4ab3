import { parentPort, workerData } from 'node:worker_threads';
import { readWav } from '@undertone/voice/read-wav';
import { writeMp3 } from '@undertone/voice/write-mp3';
import { createMp3Encoder } from 'wasm-media-encoders';
import * as z from 'zod/mini';

// A thread that receives a WAV file, posts the MP3 file, and ends.
const { samples, sampleRate } = readWav(z.instanceof(Uint8Array).parse(workerData));
const mp3 = writeMp3(samples, sampleRate, await createMp3Encoder());
// The empty list of transferred objects satisfies the linter, which takes the port for a window.
parentPort?.postMessage(mp3, []);
