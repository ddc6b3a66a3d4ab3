import { open } from 'node:fs/promises';
import { Mp3Error } from '@undertone/voice/mp3-error';
import { WavError } from '@undertone/voice/wav-error';
import { MediaError, scanFile, type Media, type Scan } from './scan.ts';
import { scanGif } from './scan-gif.ts';
import { scanJpeg } from './scan-jpeg.ts';
import { scanMp3 } from './scan-mp3.ts';
import { scanPng } from './scan-png.ts';
import { scanWav } from './scan-wav.ts';
import { scanWebp } from './scan-webp.ts';

const scans: Readonly<Record<string, (size: number) => Scan>> = {
  'audio/mpeg': scanMp3,
  'audio/mp3': scanMp3,
  'audio/wav': scanWav,
  'audio/wave': scanWav,
  'audio/x-wav': scanWav,
  'audio/vnd.wave': scanWav,
  'image/gif': scanGif,
  'image/jpeg': scanJpeg,
  'image/png': scanPng,
  'image/webp': scanWebp,
};

/**
 * Scans a file of a declared media type.
 *
 * @param size bytes
 * @returns null for a type that is not scanned, and `unreadable` for a file that is not of its type
 */
export async function scanMedia(
  path: string,
  size: number,
  mimeType: string,
): Promise<Media | 'unreadable' | null> {
  const scan = scans[mimeType.split(';')[0]?.trim().toLowerCase() ?? ''];
  if (!scan) return null;
  const handle = await open(path, 'r');
  try {
    return await scanFile(scan(size), handle);
  } catch (error) {
    const isOfFile =
      error instanceof MediaError || error instanceof Mp3Error || error instanceof WavError;
    if (isOfFile) return 'unreadable';
    throw error;
  } finally {
    await handle.close();
  }
}
