import type { StatusCode } from 'hono/utils/http-status';
import { z } from 'zod';
import { RestError } from './errors.ts';
import { headerName, headerValue, isStatus } from './response-rules.ts';

/**
 * `raise sqlstate 'PGRST'` decides the whole response, by JSON in its message and detail:
 * https://docs.postgrest.org/en/v14/references/errors.html#custom-errors
 */
const messageShape = z.object({
  code: z.string(),
  message: z.string(),
  details: z.string().nullish(),
  hint: z.string().nullish(),
});

const detailShape = z.object({
  status: z.custom<StatusCode>((status) => typeof status === 'number' && isStatus(status)),
  headers: z.record(headerName, headerValue),
});

/** The response that a function raised. */
export type CustomError = z.output<typeof messageShape> & z.output<typeof detailShape>;

const unreadable = (details: string, hint: string) =>
  new RestError(500, 'PGRST121', `Could not parse JSON in the "RAISE SQLSTATE 'PGRST'" error`, {
    details,
    hint,
  });

const detailHint =
  "DETAIL must be a JSON object with obligatory keys: 'status', 'headers' and optional key: 'status_text'.";

const parse = <T>(shape: z.ZodType<T>, text: string): T | null => {
  try {
    return shape.parse(JSON.parse(text));
  } catch {
    return null;
  }
};

/**
 * Parses an error that a function raised with SQLSTATE 'PGRST'.
 * @returns PGRST121 for invalid JSON
 */
export function readCustomError(
  message: string,
  detail: string | undefined,
): CustomError | RestError {
  const body = parse(messageShape, message);
  if (!body) {
    return unreadable(
      `Invalid JSON value for MESSAGE: '${message}'`,
      "MESSAGE must be a JSON object with obligatory keys: 'code', 'message' and optional keys: 'details', 'hint'.",
    );
  }
  if (detail === undefined)
    return unreadable('DETAIL is missing in the RAISE statement', detailHint);
  const head = parse(detailShape, detail);
  if (!head) return unreadable(`Invalid JSON value for DETAIL: '${detail}'`, detailHint);
  return { ...body, ...head };
}
