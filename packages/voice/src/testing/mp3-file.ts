/** Fields of a frame's header that tests vary; the defaults are 64 kbit/s, 44.1 kHz, mono. */
export type TestFrame = {
  /** The two bits of the version: 3 is MPEG-1, 2 is MPEG-2, 0 is MPEG-2.5. */
  version?: number;
  bitrateIndex?: number;
  rateIndex?: number;
  padded?: boolean;
  channels?: 1 | 2;
  /** Length in bytes: 208 by the defaults. */
  length?: number;
};

/** A frame of silence: nothing but its header. */
export function makeFrame({
  version = 3,
  bitrateIndex = 5,
  rateIndex = 0,
  padded = false,
  channels = 1,
  length = 208,
}: TestFrame = {}): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(length);
  bytes[0] = 0xff;
  bytes[1] = 0xe3 | (version << 3);
  bytes[2] = (bitrateIndex << 4) | (rateIndex << 2) | (padded ? 2 : 0);
  bytes[3] = channels === 1 ? 0xc0 : 0x40;
  return bytes;
}

export function concatenate(...parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(parts.reduce((length, part) => length + part.length, 0));
  let at = 0;
  for (const part of parts) {
    bytes.set(part, at);
    at += part.length;
  }
  return bytes;
}

export function ascii(text: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(text, (letter) => letter.charCodeAt(0));
}
