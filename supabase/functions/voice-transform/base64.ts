/**
 * Decodes base64, with or without padding; white space is ignored.
 *
 * @throws {DOMException | SyntaxError} when the text is not base64.
 */
export function decodeBase64(text: string): Uint8Array<ArrayBuffer> {
  if (typeof Uint8Array.fromBase64 === 'function') return Uint8Array.fromBase64(text);
  const binary = atob(text);
  const bytes = new Uint8Array(binary.length);
  for (let i = 0; i < bytes.length; i++) bytes[i] = binary.charCodeAt(i);
  return bytes;
}

/** Encodes bytes as base64, with padding. */
export function encodeBase64(bytes: Uint8Array): string {
  if (typeof bytes.toBase64 === 'function') return bytes.toBase64();
  return encodeByTable(bytes);
}

const ALPHABET = new TextEncoder().encode(
  'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/',
);
const PADDING = '='.charCodeAt(0);

/** For runtimes without `toBase64`. `btoa` needs a binary string, and takes twenty times as long. */
function encodeByTable(bytes: Uint8Array): string {
  const alphabet = ALPHABET;
  const characters = new Uint8Array(Math.ceil(bytes.length / 3) * 4);
  for (let from = 0, to = 0; from < bytes.length; from += 3) {
    const group = (bytes[from]! << 16) | ((bytes[from + 1] ?? 0) << 8) | (bytes[from + 2] ?? 0);
    characters[to++] = alphabet[group >> 18]!;
    characters[to++] = alphabet[(group >> 12) & 63]!;
    characters[to++] = alphabet[(group >> 6) & 63]!;
    characters[to++] = alphabet[group & 63]!;
  }
  const missing = (3 - (bytes.length % 3)) % 3;
  characters.fill(PADDING, characters.length - missing);
  return new TextDecoder().decode(characters);
}
