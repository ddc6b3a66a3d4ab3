import { DECODED_RATE } from '#lib/decode-audio.ts';

/** What a video is encoded with: the container, and the codecs as WebCodecs names them. */
export interface VideoEncoding {
  container: 'mp4' | 'webm';
  video: { codec: 'avc' | 'vp9' | 'vp8'; string: string };
  audio: { codec: 'aac' | 'opus'; string: string };
}

/** Why a browser cannot make videos: it has no WebCodecs, or has them only over HTTPS, or lacks the encoders. */
export type MissingEncoding = 'insecure' | 'no encoder';

/** Frames per second. */
export const FRAME_RATE = 30;

/** Bits per second. The ground does not change, so a minute has about 8 MB, half of what messengers take. */
export const VIDEO_BITRATE = 1_000_000;
export const AUDIO_BITRATE = 96_000;

/** Level 4.0 has 1080 by 1920 pixels at 30 frames per second: High, Main and Constrained Baseline. */
const H264 = ['avc1.640028', 'avc1.4d0028', 'avc1.42e028'];
const VP9 = 'vp09.00.40.08';
const AAC = 'mp4a.40.2';

/**
 * Finds the encoding that most apps and devices play: MP4 with H.264 and AAC; with Opus, where the browser
 * encodes no AAC; WebM, where it encodes no H.264.
 */
export async function findVideoEncoding(): Promise<VideoEncoding | MissingEncoding> {
  if (!isSecureContext) return 'insecure';
  if (!('VideoEncoder' in globalThis) || !('AudioEncoder' in globalThis)) return 'no encoder';
  const opus = (await encodesAudio('opus')) && ({ codec: 'opus', string: 'opus' } as const);
  const h264 = await firstEncodable(H264);
  if (h264 !== undefined) {
    const video = { codec: 'avc', string: h264 } as const;
    if (await encodesAudio(AAC)) {
      return { container: 'mp4', video, audio: { codec: 'aac', string: AAC } };
    }
    if (opus) return { container: 'mp4', video, audio: opus };
  }
  const vp = await firstEncodable([VP9, 'vp8']);
  if (vp === undefined || !opus) return 'no encoder';
  const codec = vp === VP9 ? 'vp9' : 'vp8';
  return { container: 'webm', video: { codec, string: vp }, audio: opus };
}

async function firstEncodable(codecs: readonly string[]): Promise<string | undefined> {
  for (const codec of codecs) {
    // The larger shape.
    const size = { width: 1080, height: 1920 };
    const config = { codec, ...size, framerate: FRAME_RATE, bitrate: VIDEO_BITRATE };
    const { supported } = await VideoEncoder.isConfigSupported(config);
    if (supported === true) return codec;
  }
  return undefined;
}

async function encodesAudio(codec: string): Promise<boolean> {
  const config = { codec, sampleRate: DECODED_RATE, numberOfChannels: 1, bitrate: AUDIO_BITRATE };
  const { supported } = await AudioEncoder.isConfigSupported(config);
  return supported === true;
}
