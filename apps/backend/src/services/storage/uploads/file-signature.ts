/** How many bytes at the start of a file are compared. */
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

// An ID3 tag, or a frame header: eleven sync bits and a layer that is not the reserved one.
const mpegAudio: Test = (head) =>
  ascii('ID3')(head) || (head[0] === 0xff && ((head[1] ?? 0) & 0xe6) > 0xe0);

// ADTS: twelve sync bits, layer 0.
const adts: Test = (head) => head[0] === 0xff && ((head[1] ?? 0) & 0xf6) === 0xf0;

const matroska: Test = (head) => head.readUInt32BE(0) === 0x1a45dfa3;
const png: Test = (head) => head.subarray(0, 8).equals(Buffer.from('89504e470d0a1a0a', 'hex'));
const jpeg: Test = (head) => head.readUIntBE(0, 3) === 0xffd8ff;
const gif: Test = (head) => ascii('GIF87a')(head) || ascii('GIF89a')(head);
const ogg = ascii('OggS');
const wave = riff('WAVE');

/** The media types with a signature, by their IANA names and other usual ones. */
const tests: Readonly<Record<string, Test>> = {
  'audio/wav': wave,
  'audio/wave': wave,
  'audio/x-wav': wave,
  'audio/vnd.wave': wave,
  'audio/webm': matroska,
  'video/webm': matroska,
  'audio/mpeg': mpegAudio,
  'audio/mp3': mpegAudio,
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
 * @param mimeType declared type; its parameters are ignored. Types without a signature (text, unknown
 *   binaries) match anything
 * @param head the file's first `signatureLength` bytes, or all when it is shorter
 */
export function matchesSignature(mimeType: string, head: Uint8Array): boolean {
  const test = tests[mimeType.split(';')[0]?.trim().toLowerCase() ?? ''];
  if (!test) return true;
  const padded = Buffer.alloc(signatureLength);
  padded.set(head.subarray(0, signatureLength));
  return test(padded);
}
