import type { ContentfulStatusCode, StatusCode } from 'hono/utils/http-status';
import { z } from 'zod';

/** Whether a status that the database chose is one that can be answered. */
export const isStatus = (status: number): status is StatusCode =>
  Number.isInteger(status) && status >= 200 && status <= 599;

/** Some statuses that the database may choose come without a body. */
export const takesBody = (status: StatusCode): status is ContentfulStatusCode =>
  ![204, 205, 304].includes(status);

/** Headers that say where an answer ends: a wrong one would make the next answer part of it. */
const framing: ReadonlySet<string> = new Set(['content-length', 'transfer-encoding', 'connection']);

/** The name of a header that the database may choose. */
export const headerName = z
  .string()
  .regex(/^[\w-]+$/)
  .refine((name) => !framing.has(name.toLowerCase()));

export const headerValue = z.string().regex(/^[\t\x20-\x7e]*$/);
