import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import { mp3, wav } from '../fixtures/running-storage.ts';
import { scanMedia } from './scan-media.ts';

const folder = await mkdtemp(join(tmpdir(), 'undertone-media-'));
afterAll(() => rm(folder, { recursive: true }));

const hex = (text: string) => Buffer.from(text.replaceAll(' ', ''), 'hex');
const concat = (...parts: (Uint8Array | string)[]) =>
  Buffer.concat(
    parts.map((part) => (typeof part === 'string' ? Buffer.from(part, 'latin1') : part)),
  );

/** Scans a file. `bytes` is what remains of it. */
async function scan(type: string, file: Uint8Array) {
  const path = join(folder, crypto.randomUUID());
  await writeFile(path, file);
  const media = await scanMedia(path, file.length, type);
  if (media === null || media === 'unreadable') return media;
  const parts = media.parts.map((part) =>
    'start' in part ? file.subarray(part.start, part.end) : part,
  );
  return { facts: media.facts, bytes: Buffer.concat(parts) };
}

const le32 = (value: number) => {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value);
  return bytes;
};
const be32 = (value: number) => le32(value).reverse();
const riff = (form: string, ...chunks: Buffer[]) =>
  concat('RIFF', le32(4 + chunks.reduce((sum, { length }) => sum + length, 0)), form, ...chunks);
const chunk = (id: string, content: Uint8Array) =>
  concat(id, le32(content.length), content, Buffer.alloc(content.length % 2));
const pngChunk = (type: string, content: Uint8Array) =>
  concat(be32(content.length), type, content, Buffer.alloc(4));
const segment = (marker: number, content: Uint8Array) =>
  concat(
    Uint8Array.of(0xff, marker, (content.length + 2) >> 8, (content.length + 2) & 0xff),
    content,
  );

const secret = Buffer.from('where I live');

/** Files of one tone or picture: without metadata, and with every kind of it. */
const samples: Record<string, [clean: Uint8Array, tagged: Uint8Array, facts: object]> = {
  'audio/wav': (() => {
    const clean = Buffer.from(wav(88_200));
    const [fmt, data] = [clean.subarray(12, 36), clean.subarray(36)];
    const list = chunk('LIST', concat('INFOIART', le32(secret.length), secret));
    const tagged = riff('WAVE', chunk('bext', secret), fmt, list, data, chunk('id3 ', secret));
    return [clean, concat(tagged, secret), { duration: 1, sampleRate: 44_100 }];
  })(),
  'audio/mpeg': (() => {
    const clean = mp3(100);
    const id3 = concat('ID3', Uint8Array.of(4, 0, 0, 0, 0, 0, secret.length), secret);
    const ape = concat('APETAGEX', secret);
    const tagged = concat(id3, clean, ape, 'TAG', secret);
    return [clean, tagged, { duration: (100 * 1152) / 44_100, sampleRate: 44_100 }];
  })(),
  'image/png': (() => {
    const head = concat(
      hex('89504e470d0a1a0a'),
      pngChunk('IHDR', concat(be32(40), be32(30), hex('0802000000'))),
    );
    const [data, end] = [
      pngChunk('IDAT', Buffer.from('pixels')),
      pngChunk('IEND', Buffer.alloc(0)),
    ];
    const texts = ['tEXt', 'zTXt', 'iTXt', 'eXIf', 'tIME'].map((type) => pngChunk(type, secret));
    const tagged = concat(head, ...texts, data, ...texts, end, secret);
    return [concat(head, data, end), tagged, { width: 40, height: 30 }];
  })(),
  'image/jpeg': (() => {
    const start = concat(hex('ffd8'), segment(0xe0, concat('JFIF\0', hex('0101000001000100 00'))));
    const picture = concat(
      segment(0xdb, Buffer.alloc(65)),
      segment(0xc0, hex('08 001e 0028 01 011100')),
      segment(0xda, hex('01 0100 003f00')),
      hex('1234 ff00 ffd0 56'),
      segment(0xc4, Buffer.alloc(20)),
      segment(0xda, hex('01 0100 003f00')),
      hex('789a ff d9'),
    );
    const tagged = concat(
      start,
      segment(
        0xe1,
        concat('Exif\0\0MM\0*', be32(8), hex('0001 010f 0002'), be32(12), be32(26), secret),
      ),
      segment(0xe1, concat('http://ns.adobe.com/xap/1.0/\0', secret)),
      segment(0xe2, concat('MPF\0', secret)),
      segment(0xed, secret),
      segment(0xfe, secret),
      picture,
      secret,
    );
    return [concat(start, picture), tagged, { width: 40, height: 30 }];
  })(),
  'image/webp': (() => {
    const canvas = (flags: number) =>
      chunk('VP8X', concat(Uint8Array.of(flags, 0, 0, 0), hex('270000 1d0000')));
    const picture = chunk('VP8L', hex('2f 274007 00 00 77'));
    const tagged = riff(
      'WEBP',
      canvas(0x1c),
      picture,
      chunk('EXIF', secret),
      chunk('XMP ', secret),
      chunk('note', secret),
    );
    return [riff('WEBP', canvas(0x10), picture), concat(tagged, secret), { width: 40, height: 30 }];
  })(),
  'image/gif': (() => {
    const head = concat('GIF89a', hex('2800 1e00 80 00 00'), Buffer.alloc(6));
    const loop = concat(hex('21ff0b'), 'NETSCAPE2.0', hex('0301000000'));
    const image = concat(
      hex('21f9 04 00000000 00'),
      hex('2c 0000 0000 2800 1e00 00 02'),
      hex('02 4c01 00'),
    );
    const block = concat(Uint8Array.of(secret.length), secret, hex('00'));
    const comment = concat(hex('21fe'), block);
    const xmp = concat(hex('21ff0b'), 'XMP DataXMP', block);
    const tagged = concat(head, comment, loop, xmp, image, comment, hex('3b'), secret);
    return [concat(head, loop, image, hex('3b')), tagged, { width: 40, height: 30 }];
  })(),
};

describe.each(Object.entries(samples))('a file of the type %s', (type, [clean, tagged, facts]) => {
  it('stays as it is without metadata', async () => {
    expect(await scan(type, clean)).toEqual({ facts, bytes: Buffer.from(clean) });
  });

  it('loses its metadata, and nothing else', async () => {
    expect(Buffer.from(tagged).includes(secret)).toBe(true);
    expect(await scan(type, tagged)).toEqual({ facts, bytes: Buffer.from(clean) });
  });

  it('is unreadable where it is cut short or another file', async () => {
    expect(await scan(type, Buffer.alloc(0))).toBe('unreadable');
    expect(await scan(type, tagged.subarray(0, 14))).toBe('unreadable');
    expect(await scan(type, Buffer.from('<html>'.repeat(20)))).toBe('unreadable');
  });

  it('is read or unreadable with any bytes changed, and read again as what remains of it', async () => {
    const change = fc.tuple(fc.nat(Math.min(tagged.length, 500) - 1), fc.nat(255));
    await fc.assert(
      fc.asyncProperty(fc.array(change, { minLength: 1, maxLength: 8 }), async (changes) => {
        const file = Buffer.from(tagged);
        for (const [index, value] of changes) file[index] = value;
        const first = await scan(type, file);
        if (first === null || first === 'unreadable') return;
        expect(await scan(type, first.bytes)).toEqual(first);
      }),
      { numRuns: 60, seed: 1 },
    );
  });
});

it('a photo without its EXIF data is still turned as the camera was', async () => {
  const exif = concat(
    'Exif\0\0II*\0',
    le32(8),
    hex('0100 1201 0300'),
    le32(1),
    le32(6),
    le32(0),
    secret,
  );
  const [clean] = samples['image/jpeg']!;
  const turned = concat(clean.subarray(0, 2), segment(0xe1, exif), clean.subarray(2));
  const kept = concat(
    'Exif\0\0MM\0*',
    be32(8),
    hex('0001 0112 0003'),
    be32(1),
    hex('0006 0000'),
    be32(0),
  );
  const expected = concat(clean.subarray(0, 2), segment(0xe1, kept), clean.subarray(2));
  expect(await scan('image/jpeg', turned)).toMatchObject({ bytes: expected });
});

it('a WAV file has the length of the bytes that are there', async () => {
  const file = Buffer.from(wav(88_200));
  const long = concat(file, Buffer.alloc(88_200));
  // The header counts one second of two.
  expect(await scan('audio/wav', long)).toMatchObject({ facts: { duration: 1 }, bytes: file });
  long.writeUInt32LE(8_820_000, 40);
  expect(await scan('audio/wav', long)).toMatchObject({ facts: { duration: 2 } });
  file.writeUInt32LE(0, 40);
  expect(await scan('audio/wav', file)).toBe('unreadable');
});

it('a picture is as large as its largest frame', async () => {
  const [file] = samples['image/gif']!;
  const larger = Buffer.from(file);
  larger.writeUInt16LE(30_000, larger.length - 11);
  expect(await scan('image/gif', larger)).toMatchObject({ facts: { width: 30_000, height: 30 } });
});

it('a file of another type is not scanned', async () => {
  expect(await scan('text/plain', Buffer.from('hello'))).toBeNull();
});
