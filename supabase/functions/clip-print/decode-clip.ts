import { MPEGDecoder } from 'mpg123-decoder';
import { readWav } from '../../../packages/voice/src/read-wav.ts';
import { mixToMono } from '../../../packages/voice/src/mix-to-mono.ts';
import { joinSamples } from '../../../packages/voice/src/join-samples.ts';
import { readWavFormat } from '../../../packages/voice/src/wav-format.ts';

/** Sound of one channel, and its rate in Hz. */
interface Sound {
  readonly samples: Float32Array;
  readonly sampleRate: number;
}

/** Bytes of an MP3 file that are decoded at a time. */
const PART = 64 * 1024;

/** Decodes the first seconds of a WAV or an MP3 file. */
export async function decodeClip(
  bytes: Uint8Array,
  type: 'wav' | 'mp3',
  seconds: number,
): Promise<Sound> {
  return type === 'wav' ? decodeWav(bytes, seconds) : decodeMp3(bytes, seconds);
}

function decodeWav(bytes: Uint8Array, seconds: number): Sound {
  const { dataOffset, channels, bitsPerSample, sampleRate } = readWavFormat(bytes);
  const size = seconds * sampleRate * channels * (bitsPerSample / 8);
  return readWav(bytes.subarray(0, dataOffset + size));
}

async function decodeMp3(bytes: Uint8Array, seconds: number): Promise<Sound> {
  const decoder = new MPEGDecoder();
  await decoder.ready;
  try {
    const parts: Float32Array[] = [];
    let sampleRate = 0;
    for (let at = 0, read = 0; at < bytes.length && read <= seconds * sampleRate; at += PART) {
      const decoded = decoder.decode(bytes.subarray(at, at + PART));
      if (decoded.samplesDecoded === 0) continue;
      sampleRate ||= decoded.sampleRate;
      read += decoded.samplesDecoded;
      parts.push(mixToMono(decoded.channelData));
    }
    return { samples: joinSamples(parts, 0).subarray(0, seconds * sampleRate), sampleRate };
  } finally {
    decoder.free();
  }
}
