import { expect, it } from 'vitest';
import { matchesSignature } from './file-signature.ts';

/** The first bytes of real files, hexadecimal. */
const heads = {
  wav: '524946462408000057415645666d7420',
  webm: '1a45dfa39f4286810142f7810142f2810442f381',
  mp3WithTag: '49443304000000000023545353450000',
  mp3: 'fffb90640000000000000000',
  mp3At22Kilohertz: 'fff350c40000000000000000',
  mp3AfterShortTag: '4944330300000000000400000000fffb906400',
  shortTagAlone: '494433040000000000040000000000',
  tagOfUnknownVersion: '49443309000000000023545353450000',
  tagOfBrokenSize: '494433040000000000ff545353450000',
  mpegLayer2: 'fffd90640000000000000000',
  mpegOfReservedVersion: 'ffeb90640000000000000000',
  mpegOfForbiddenBitRate: 'fffbf0640000000000000000',
  mpegOfReservedSampleRate: 'fffb9c640000000000000000',
  aac: 'fff15080021ffc',
  m4a: '00000020667479704d344120000002004d344120',
  ogg: '4f67675300020000000000000000',
  flac: '664c614300000022',
  png: '89504e470d0a1a0a0000000d49484452',
  jpeg: 'ffd8ffe000104a46494600010100',
  gif: '474946383961010001008000',
  webp: '524946462400000057454250565038',
  avif: '0000002066747970617669660000000061766966',
  html: '3c21646f63747970652068746d6c3e',
  empty: '',
};

const bytes = (name: keyof typeof heads) => Buffer.from(heads[name], 'hex');

it.each([
  ['audio/wav', 'wav'],
  ['audio/x-wav', 'wav'],
  ['audio/webm;codecs=opus', 'webm'],
  ['audio/mpeg', 'mp3WithTag'],
  ['audio/mpeg', 'mp3'],
  ['audio/mpeg', 'mp3At22Kilohertz'],
  ['audio/mpeg', 'mp3AfterShortTag'],
  ['audio/aac', 'aac'],
  ['audio/mp4', 'm4a'],
  ['audio/ogg', 'ogg'],
  ['audio/flac', 'flac'],
  ['image/png', 'png'],
  ['image/jpeg', 'jpeg'],
  ['image/gif', 'gif'],
  ['image/webp', 'webp'],
  ['image/avif', 'avif'],
  ['text/plain', 'html'],
  ['application/octet-stream', 'wav'],
] as const)('matchesSignature accepts, for the type %s, the file %s', (mimeType, file) => {
  expect(matchesSignature(mimeType, bytes(file))).toBe(true);
});

it.each([
  ['audio/wav', 'webp'],
  ['audio/wav', 'html'],
  ['audio/wav', 'empty'],
  ['image/webp', 'wav'],
  ['audio/wav', 'mp3'],
  ['audio/mpeg', 'wav'],
  ['audio/mpeg', 'html'],
  ['audio/mpeg', 'empty'],
  ['audio/mpeg', 'jpeg'],
  ['audio/mpeg', 'shortTagAlone'],
  ['audio/mpeg', 'tagOfUnknownVersion'],
  ['audio/mpeg', 'tagOfBrokenSize'],
  ['audio/mpeg', 'mpegLayer2'],
  ['audio/mpeg', 'mpegOfReservedVersion'],
  ['audio/mpeg', 'mpegOfForbiddenBitRate'],
  ['audio/mpeg', 'mpegOfReservedSampleRate'],
  ['audio/mpeg', 'aac'],
  ['audio/aac', 'mp3'],
  ['image/avif', 'm4a'],
  ['image/png', 'jpeg'],
  ['IMAGE/PNG', 'html'],
] as const)('matchesSignature rejects, for the type %s, the file %s', (mimeType, file) => {
  expect(matchesSignature(mimeType, bytes(file))).toBe(false);
});
