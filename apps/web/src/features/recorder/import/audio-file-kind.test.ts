import { expect, it } from 'vitest';
import { undecodedKind } from './audio-file-kind.ts';

const bytes = (text: string) => Uint8Array.from(text, (letter) => letter.charCodeAt(0));

/** The beginning of an MP4 file, and the list of its sample descriptions with one of this name. */
const mp4 = (sample: string) =>
  bytes(
    `\0\0\0\u0018ftypM4A \0\0\0\0....\0\0\0\u0067stsd\0\0\0\0\0\0\0\u0001\0\0\0\u0057${sample}`,
  );

it.each([
  ['a WAV file', bytes('RIFF\u0024\0\0\0WAVEfmt '), 'unsupported'],
  ['an Ogg file', bytes('OggS\0\u0002'), 'unsupported'],
  ['a Windows Media file', bytes('0&\u00B2u\u008Ef\u00CF\u0011\u00A6\u00D9'), 'unsupported'],
  ['an MP3 file without tags', Uint8Array.of(0xff, 0xfb, 0x90, 0), 'unsupported'],
  ['an MP4 file', mp4('alac'), 'unsupported'],
  ['a file that a shop has encrypted', mp4('drms'), 'protected'],
  ['a file with common encryption', mp4('enca'), 'protected'],
  ['a letter', bytes('Dear Ada, drms enca'), 'not-audio'],
  ['a text in UTF-16', Uint8Array.of(0xff, 0xfe, 0x41, 0), 'not-audio'],
  ['a picture', bytes('\u0089PNG\r\n'), 'not-audio'],
])('%s that could not be decoded is recognised', (_, file, kind) => {
  expect(undecodedKind(file)).toBe(kind);
});
