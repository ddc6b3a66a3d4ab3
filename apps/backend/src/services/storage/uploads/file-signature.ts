/** The number of bytes at the start of a file that are compared. */
export const signatureLength = 32;

type Test = (head: Buffer) => boolean;

const ascii =
  (text: string, offset = 0): Test =>
  (head) =>
    head.toString('latin1', offset, offset + text.length) === text;

const riff =
  (form: string): Test =>
  (head) =>
    ascii('RIFF')(head) && ascii(form, 8)(head);

const isoMedia = ascii('ftyp', 4);
const avif: Test = (head) =>
  isoMedia(head) && ['avif', 'avis', 'mif1', 'msf1'].includes(head.toString('latin1', 8, 12));

// The header of an MP3 frame, as in the MIME Sniffing Standard ("Signature for MP3 without ID3"):
// eleven sync bits, a version that is not reserved, layer III, and neither the forbidden bit rate nor
// the reserved sample rate.
const mp3Frame = (head: Buffer, offset: number): boolean => {
  const [sync = 0, kind = 0, rates = 0] = head.subarray(offset, offset + 3);
  const isLayer3 = (kind & 0xe6) === 0xe2 && (kind & 0x18) !== 0x08;
  return sync === 0xff && isLayer3 && (rates & 0xf0) !== 0xf0 && (rates & 0x0c) !== 0x0c;
};

/** The length of the ID3v2 tag at the start of a file, bytes; null without a tag. */
const id3Length = (head: Buffer): number | null => {
  const [version = 0, , flags = 0, ...size] = head.subarray(3, 10);
  const isTag = ascii('ID3')(head) && version >= 2 && version <= 4;
  // The size has seven bits in each byte, so that it never looks like a frame.
  if (!isTag || size.some((byte) => byte > 0x7f)) return null;
  const footer = flags & 0x10 ? 10 : 0;
  return 10 + size.reduce((sum, byte) => sum * 0x80 + byte, 0) + footer;
};

// MP3: frames, or a tag and then frames. Frames after a tag that is longer than the head are not checked.
const mp3: Test = (head) => {
  const start = id3Length(head) ?? 0;
  return start > signatureLength - 3 || mp3Frame(head, start);
};

// ADTS: twelve sync bits, layer 0.
const adts: Test = (head) => head[0] === 0xff && ((head[1] ?? 0) & 0xf6) === 0xf0;

const matroska: Test = (head) => head.readUInt32BE(0) === 0x1a45dfa3;
const png: Test = (head) => head.subarray(0, 8).equals(Buffer.from('89504e470d0a1a0a', 'hex'));
const jpeg: Test = (head) => head.readUIntBE(0, 3) === 0xffd8ff;
const gif: Test = (head) => ascii('GIF87a')(head) || ascii('GIF89a')(head);
const ogg = ascii('OggS');
const wave = riff('WAVE');

/** The tests of media types that have a signature, by their IANA names and other common names. */
const tests: Readonly<Record<string, Test>> = {
  'audio/wav': wave,
  'audio/wave': wave,
  'audio/x-wav': wave,
  'audio/vnd.wave': wave,
  'audio/webm': matroska,
  'video/webm': matroska,
  'audio/mpeg': mp3,
  'audio/mp3': mp3,
  'audio/aac': adts,
  'audio/mp4': isoMedia,
  'audio/m4a': isoMedia,
  'audio/x-m4a': isoMedia,
  'video/mp4': isoMedia,
  'audio/ogg': ogg,
  'video/ogg': ogg,
  'application/ogg': ogg,
  'audio/flac': ascii('fLaC'),
  'image/png': png,
  'image/jpeg': jpeg,
  'image/gif': gif,
  'image/webp': riff('WEBP'),
  'image/avif': avif,
};

/**
 * Whether a file's first bytes match its declared media type.
 *
 * @param mimeType the declared type; its parameters are ignored. Types without a signature (text, unknown
 *   binaries) match any bytes
 * @param head the file's first `signatureLength` bytes, or the whole file if it is shorter
 */
export function matchesSignature(mimeType: string, head: Uint8Array): boolean {
  const test = tests[mimeType.split(';')[0]?.trim().toLowerCase() ?? ''];
  if (!test) return true;
  const padded = Buffer.alloc(signatureLength);
  padded.set(head.subarray(0, signatureLength));
  return test(padded);
}
