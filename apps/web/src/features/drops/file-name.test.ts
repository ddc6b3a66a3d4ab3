import { expect, it } from 'vitest';
import { fileName } from './file-name.ts';

it.each([
  ['Night bus #42', 'Night bus #42.mp3'],
  ['a/b\\c: "d"?', 'abc d.mp3'],
  ['..hidden. ', 'hidden.mp3'],
  ['???', 'voice-drop.mp3'],
])('the file of a drop with the title %j is named %j', (title, name) => {
  expect(fileName(title, 'mp3')).toBe(name);
});
