import { expect, it } from 'vitest';
import { redactLogLine } from './redact-log-line.ts';

it.each([
  [
    'invalid input syntax for type uuid: "ann@example.org"',
    'invalid input syntax for type uuid: "…"',
  ],
  ['invalid input syntax for type uuid: "hunter2"', 'invalid input syntax for type uuid: "…"'],
  ['value "ann@example.org" is out of range', 'value "…" is out of range'],
])('removes a request’s values: %s', (line, kept) => {
  expect(redactLogLine(`2026-01-01 00:00:00 UTC [7] ERROR:  ${line}`)).toBe(
    `2026-01-01 00:00:00 UTC [7] ERROR:  ${kept}`,
  );
});

it.each([
  'ERROR:  new row for relation "voice_drops" violates check constraint "voice_drops_title_check"',
  'FATAL:  terminating connection due to administrator command',
  'ERROR:  could not extend file: No space left on device',
])('keeps identifiers: %s', (line) => {
  expect(redactLogLine(line)).toBe(line);
});
