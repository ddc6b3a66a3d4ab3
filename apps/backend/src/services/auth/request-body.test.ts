import { describe, expect, it } from 'vitest';
import { LoneSurrogateError, parseJson } from './request-body.ts';

describe('JSON', () => {
  it.each([
    ['a text', '"\\ud800"'],
    ['the second half alone', '"a\\uDC00b"'],
    ['halves in the wrong order', '"\\ude00\\ud83d"'],
    ['a name', '{"a":{"\\ud800":1}}'],
    ['a text in an array', '[1,["\\ud83d"]]'],
    ['a text of ten thousand layers', `${'['.repeat(10_000)}"\\ud83d"${']'.repeat(10_000)}`],
  ])('with half of a surrogate pair is refused: %s', (_where, text) => {
    expect(() => parseJson(text)).toThrow(LoneSurrogateError);
  });

  it.each([
    ['"\\ud83d\\ude00"', '😀'],
    [String.raw`"\\ud800"`, String.raw`\ud800`],
    ['{"😀":"\\ufffd"}', { '😀': '\ufffd' }],
    ['"\\u0000"', '\0'],
  ])('with well-formed strings is parsed: %s', (text, value) => {
    expect(parseJson(text)).toEqual(value);
  });

  it('throws a SyntaxError if it is invalid', () => {
    expect(() => parseJson('{')).toThrow(SyntaxError);
  });
});
