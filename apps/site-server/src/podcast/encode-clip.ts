import { parentPort, workerData } from 'node:worker_threads';
import { readWav } from '@undertone/voice/read-wav';
import { writeMp3 } from '@undertone/voice/write-mp3';
import { createMp3Encoder } from 'wasm-media-encoders';
import * as z from 'zod/mini';

// A thread's whole life: it is given a WAV file, and answers with the MP3 file.
const { samples, sampleRate } = readWav(z.instanceof(Uint8Array).parse(workerData));
const mp3 = writeMp3(samples, sampleRate, await createMp3Encoder());
// A thread's port has no other origin.
parentPort?.postMessage(mp3, []);
