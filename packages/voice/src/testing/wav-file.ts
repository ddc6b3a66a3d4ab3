/** A chunk of a RIFF file; `size` is what its header claims, if not the truth. */
export type TestChunk = { id: string; body: Uint8Array; size?: number };

/** Assembles a valid or invalid WAV file from chunks. */
export function makeWavFile(chunks: TestChunk[], riffSize?: number): Uint8Array<ArrayBuffer> {
  const parts = chunks.map(({ id, body, size = body.length }) => [
    ...ascii(id),
    ...uint32(size),
    ...body,
    ...(body.length % 2 ? [0] : []),
  ]);
  const content = parts.flat();
  return Uint8Array.from([
    ...ascii('RIFF'),
    ...uint32(riffSize ?? content.length + 4),
    ...ascii('WAVE'),
    ...content,
  ]);
}

export type TestFormat = {
  tag?: number;
  channels?: number;
  sampleRate?: number;
  bitsPerSample?: number;
  blockAlign?: number;
};

/** A plain 16-byte format chunk; PCM, mono, 44.1 kHz and 16 bits where nothing else is said. */
export function makeFmt({
  tag = 1,
  channels = 1,
  sampleRate = 44_100,
  bitsPerSample = 16,
  blockAlign = (channels * bitsPerSample) / 8,
}: TestFormat = {}): TestChunk {
  const body = Uint8Array.from([
    ...uint16(tag),
    ...uint16(channels),
    ...uint32(sampleRate),
    ...uint32(sampleRate * blockAlign),
    ...uint16(blockAlign),
    ...uint16(bitsPerSample),
  ]);
  return { id: 'fmt ', body };
}

/** The same as WAVE_FORMAT_EXTENSIBLE with the tag in its subtype GUID. */
export function makeExtensibleFmt({ tag = 1, ...format }: TestFormat = {}): TestChunk {
  const { body } = makeFmt({ ...format, tag: 0xfffe });
  const guid = [...uint16(tag), 0, 0, 0, 0, 0x10, 0, 0x80, 0, 0, 0xaa, 0, 0x38, 0x9b, 0x71];
  const extension = [...uint16(22), ...uint16(format.bitsPerSample ?? 16), ...uint32(0), ...guid];
  return { id: 'fmt ', body: Uint8Array.from([...body, ...extension]) };
}

/** A data chunk with the bytes of a typed array. */
export function makeData(samples: ArrayBufferView): TestChunk {
  return {
    id: 'data',
    body: new Uint8Array(samples.buffer, samples.byteOffset, samples.byteLength),
  };
}

function ascii(text: string): number[] {
  return Array.from({ length: text.length }, (_, index) => text.charCodeAt(index));
}

function uint16(value: number): number[] {
  return [value & 255, (value >> 8) & 255];
}

function uint32(value: number): number[] {
  return [...uint16(value & 0xffff), ...uint16(value >>> 16)];
}
