import { MediaError, take, type Part, type Scan } from './scan.ts';

const signatureLength = 8;
/** Length and type before a chunk's content, and the checksum after it. */
const chunkFrame = 12;

/** The chunks that change how the picture looks, animated ones included. All others are metadata. */
const pictureChunks = new Set(
  'IHDR PLTE IDAT IEND tRNS cHRM gAMA iCCP sBIT sRGB cICP mDCV cLLI bKGD hIST sPLT pHYs acTL fcTL fdAT'.split(
    ' ',
  ),
);

/** Scans a PNG file. What remains are the chunks of the picture, without texts, times and EXIF. */
export function* scanPng(size: number): Scan {
  const parts: Part[] = [{ start: 0, end: signatureLength }];
  let facts: { width: number; height: number } | null = null;
  for (let offset = signatureLength; ;) {
    const header = yield* take(offset, 8);
    const type = header.toString('latin1', 4, 8);
    const end = offset + chunkFrame + header.readUInt32BE(0);
    if (end > size) throw new MediaError('a chunk ends after the file');
    if (type === 'IHDR' && !facts) {
      const dimensions = yield* take(offset + 8, 8);
      facts = { width: dimensions.readUInt32BE(0), height: dimensions.readUInt32BE(4) };
    }
    if (!facts) throw new MediaError('the file begins with another chunk than IHDR');
    if (pictureChunks.has(type)) parts.push({ start: offset, end });
    if (type === 'IEND') return { facts, parts };
    offset = end;
  }
}
