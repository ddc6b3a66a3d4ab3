import { expect, it } from 'vitest';
import { findRecordingFormat } from './recording-format.ts';

const only =
  (...types: string[]) =>
  (mimeType: string) =>
    types.some((type) => mimeType.startsWith(type));

it.each([
  {
    recorded: ['audio/webm', 'audio/mp4'],
    decoded: ['audio/webm', 'audio/mp4'],
    chosen: 'audio/webm;codecs=opus',
  },
  { recorded: ['audio/webm', 'audio/mp4'], decoded: ['audio/mp4'], chosen: 'audio/mp4' },
  { recorded: ['audio/mp4'], decoded: ['audio/webm', 'audio/mp4'], chosen: 'audio/mp4' },
  { recorded: ['audio/ogg'], decoded: ['audio/ogg'], chosen: 'audio/ogg;codecs=opus' },
  { recorded: ['audio/mp4'], decoded: [], chosen: 'audio/mp4' },
  { recorded: [], decoded: ['audio/webm'], chosen: undefined },
])(
  'records $chosen in a browser that records $recorded and decodes $decoded',
  ({ recorded, decoded, chosen }) => {
    const support = { canRecord: only(...recorded), canDecode: only(...decoded) };
    expect(findRecordingFormat(support)).toBe(chosen);
  },
);
