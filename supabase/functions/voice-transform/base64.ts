import { Buffer } from 'node:buffer';

/**
 * Decodes base64, with or without padding; white space is ignored. `Buffer.from` alone would accept
 * invalid text.
 *
 * @throws {DOMException} when the text is not base64
 */
export const decodeBase64 = (text: string): Uint8Array => Buffer.from(atob(text), 'latin1');

/** Encodes bytes as base64, with padding. */
export const encodeBase64 = ({ buffer, byteOffset, byteLength }: Uint8Array): string =>
  Buffer.from(buffer, byteOffset, byteLength).toString('base64');
