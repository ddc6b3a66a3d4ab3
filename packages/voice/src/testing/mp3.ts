import { MPEGDecoder } from 'mpg123-decoder';
import { createMp3Encoder } from 'wasm-media-encoders';
import type { Mp3Encoder } from '../write-mp3.ts';

/** LAME, as the web app has it. */
export const loadEncoder = (): Promise<Mp3Encoder> => createMp3Encoder();

/** Decodes a file as a player does that supports the info frame. */
export async function decodeMp3(
  bytes: Uint8Array,
): Promise<{ samples: Float32Array; sampleRate: number }> {
  const decoder = new MPEGDecoder();
  await decoder.ready;
  try {
    const { channelData, sampleRate, errors } = decoder.decode(bytes);
    if (errors.length > 0) throw new Error(errors.map(({ message }) => message).join('; '));
    return { samples: channelData[0] ?? new Float32Array(0), sampleRate };
  } finally {
    decoder.free();
  }
}
