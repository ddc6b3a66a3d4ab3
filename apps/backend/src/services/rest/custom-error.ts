import { z } from 'zod';
import { RestError } from './errors.ts';
import { headerName, headerValue } from './response-rules.ts';

/**
 * `raise sqlstate 'PGRST'` decides the whole answer, with JSON in its message
 * and detail: https://docs.postgrest.org/en/v14/references/errors.html#custom-errors
 */
const messageShape = z.object({
  code: z.string(),
  message: z.string(),
  details: z.string().nullish(),
  hint: z.string().nullish(),
});

const detailShape = z.object({
  status: z.int().min(200).max(599),
  headers: z.record(headerName, headerValue),
});

/** An answer that a function chose. */
export interface RaisedAnswer {
  readonly status: number;
  readonly code: string;
  readonly message: string;
  readonly details: string | null;
  readonly hint: string | null;
  readonly headers: Readonly<Record<string, string>>;
}

const unreadable = (details: string, hint: string) =>
  new RestError(500, 'PGRST121', `Could not parse JSON in the "RAISE SQLSTATE 'PGRST'" error`, {
    details,
    hint,
  });

const detailHint =
  "DETAIL must be a JSON object with obligatory keys: 'status', 'headers' and optional key: 'status_text'.";

const read = <T>(shape: z.ZodType<T>, text: string): T | null => {
  try {
    return shape.parse(JSON.parse(text));
  } catch {
    return null;
  }
};

/**
 * Reads what a function raised.
 * @returns PGRST121 for what is no such JSON
 */
export function readRaised(message: string, detail: string | undefined): RaisedAnswer | RestError {
  const said = read(messageShape, message);
  if (!said) {
    return unreadable(
      `Invalid JSON value for MESSAGE: '${message}'`,
      "MESSAGE must be a JSON object with obligatory keys: 'code', 'message' and optional keys: 'details', 'hint'.",
    );
  }
  if (detail === undefined)
    return unreadable('DETAIL is missing in the RAISE statement', detailHint);
  const chosen = read(detailShape, detail);
  if (!chosen) return unreadable(`Invalid JSON value for DETAIL: '${detail}'`, detailHint);
  return { ...said, ...chosen, details: said.details ?? null, hint: said.hint ?? null };
}
