import { dataUrl } from '#lib/data-url.ts';

/** Encodes a file in base64. */
export async function toBase64(file: Blob): Promise<string> {
  const url = await dataUrl(file);
  return url.slice(url.indexOf(',') + 1);
}

/** @throws {DOMException} when the text is not base64 */
export function fromBase64(text: string): Uint8Array<ArrayBuffer> {
  const characters = atob(text);
  const bytes = new Uint8Array(characters.length);
  for (let i = 0; i < bytes.length; i++) bytes[i] = characters.charCodeAt(i);
  return bytes;
}
