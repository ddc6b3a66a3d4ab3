import type { ContentfulStatusCode, StatusCode } from 'hono/utils/http-status';
import { z } from 'zod';

/** Whether a status that the database set can be that of a response. */
export const isStatus = (status: number): status is StatusCode =>
  Number.isInteger(status) && status >= 200 && status <= 599;

/** Whether a response with the status has a body. */
export const takesBody = (status: StatusCode): status is ContentfulStatusCode =>
  ![204, 205, 304].includes(status);

/** Headers that delimit a response: a wrong one would corrupt the next response of the connection. */
const framing: ReadonlySet<string> = new Set(['content-length', 'transfer-encoding', 'connection']);

/** The name of a header that the database may set. */
export const headerName = z
  .string()
  .regex(/^[\w-]+$/)
  .refine((name) => !framing.has(name.toLowerCase()));

export const headerValue = z.string().regex(/^[\t\x20-\x7e]*$/);
