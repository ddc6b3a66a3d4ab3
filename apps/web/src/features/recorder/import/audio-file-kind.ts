/** What a file that could not be decoded is, by its bytes. */
export type UndecodedKind = 'protected' | 'unsupported' | 'not-audio';

/** The first bytes of audio files, as text, each at its offset. */
const signatures: readonly { text: string; at: number }[] = [
  { text: 'RIFF', at: 0 },
  { text: 'FORM', at: 0 },
  { text: 'caff', at: 0 },
  { text: 'OggS', at: 0 },
  { text: 'fLaC', at: 0 },
  { text: 'ID3', at: 0 },
  { text: '#!AMR', at: 0 },
  { text: '.snd', at: 0 },
  { text: 'MThd', at: 0 },
  { text: 'wvpk', at: 0 },
  { text: 'MAC ', at: 0 },
  { text: 'ftyp', at: 4 },
  // WebM and Matroska.
  { text: '\u001AE\u00DF\u00A3', at: 0 },
  // Windows Media.
  { text: '0&\u00B2u\u008Ef\u00CF\u0011', at: 0 },
];

/** Names of sample descriptions of encrypted audio in MP4 files: FairPlay, and Common Encryption. */
const encryptedSamples = ['drms', 'enca'];

/** The name that precedes the descriptions of all samples in an MP4 file. */
const SAMPLE_DESCRIPTIONS = 'stsd';

/** Determines why a file could not be decoded. */
export function undecodedKind(bytes: Uint8Array): UndecodedKind {
  if (isMp4(bytes) && hasEncryptedSamples(bytes)) return 'protected';
  const isKnown = signatures.some(({ text, at }) => hasText(bytes, text, at));
  return isKnown || isMpegFrame(bytes) ? 'unsupported' : 'not-audio';
}

const isMp4 = (bytes: Uint8Array): boolean => hasText(bytes, 'ftyp', 4);

/** An MPEG or ADTS frame begins with eleven bits that are set. */
const isMpegFrame = ([first, second]: Uint8Array): boolean =>
  first === 0xff && second !== undefined && second >= 0xe0 && second !== 0xff && second !== 0xfe;

function hasText(bytes: Uint8Array, text: string, at: number): boolean {
  return text.split('').every((letter, index) => bytes[at + index] === letter.charCodeAt(0));
}

/** The name of the first sample description is 12 bytes after the name of their list. */
function hasEncryptedSamples(bytes: Uint8Array): boolean {
  const start = SAMPLE_DESCRIPTIONS.charCodeAt(0);
  for (let at = bytes.indexOf(start); at !== -1; at = bytes.indexOf(start, at + 1)) {
    if (!hasText(bytes, SAMPLE_DESCRIPTIONS, at)) continue;
    if (encryptedSamples.some((name) => hasText(bytes, name, at + 16))) return true;
  }
  return false;
}
