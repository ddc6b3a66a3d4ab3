import type { ContentfulStatusCode } from 'hono/utils/http-status';
import type { LimitSettings } from '../../config/limit-settings.ts';

/** PostgREST's own codes, as far as they are used here. */
export type RestErrorCode =
  | 'PGRST100' // the query string cannot be parsed
  | 'PGRST101' // a method that functions do not have
  | 'PGRST102' // the body cannot be used
  | 'PGRST103' // the range cannot be satisfied
  | 'PGRST106' // the schema is not exposed
  | 'PGRST107' // no media type fits
  | 'PGRST108' // a filter on something that is not embedded
  | 'PGRST111' // chosen headers that cannot be read
  | 'PGRST112' // a chosen status that there is not
  | 'PGRST116' // not exactly one row
  | 'PGRST117' // a method that is not served
  | 'PGRST118' // ordering by a to-many embed
  | 'PGRST121' // a raised answer that cannot be read
  | 'PGRST122' // preferences that are not understood, handled strictly
  | 'PGRST123' // aggregates
  | 'PGRST124' // more rows affected than allowed
  | 'PGRST125' // no such path
  | 'PGRST126' // the root
  | 'PGRST127' // understood, but not served
  | 'PGRST128' // max-affected on a function that returns one row
  | 'PGRST200' // no relationship
  | 'PGRST201' // several relationships
  | 'PGRST202' // no function
  | 'PGRST203' // several functions
  | 'PGRST204' // no column to write
  | 'PGRST205' // no table
  // PostgreSQL's own, where it need not be asked.
  | '21000' // a write to all rows
  | '22021' // a text that is no UTF-8
  | '42712' // two embeds of one name
  | '42703' // undefined column
  | '42704' // undefined type
  | '54000'; // a limit of this server is exceeded

export interface ErrorExtras {
  readonly details?: unknown;
  readonly hint?: string | null;
  readonly headers?: Readonly<Record<string, string>>;
}

/** An error in PostgREST's shape. The functions below are the catalogue of them. */
export class RestError extends Error {
  override name = 'RestError';

  readonly status: ContentfulStatusCode;
  readonly code: RestErrorCode;
  readonly details: unknown;
  readonly hint: string | null;
  readonly headers: Readonly<Record<string, string>>;

  constructor(
    status: ContentfulStatusCode,
    code: RestErrorCode,
    message: string,
    { details = null, hint = null, headers = {} }: ErrorExtras = {},
  ) {
    super(message);
    this.status = status;
    this.code = code;
    this.details = details;
    this.hint = hint;
    this.headers = headers;
  }
}

/** @param position in characters from the start of the text, counted from 0 */
export const parseFailure = (what: string, position: number, details: string) =>
  new RestError(400, 'PGRST100', `"${what}" (line 1, column ${position + 1})`, { details });

export const rpcMethod = (method: string) =>
  new RestError(405, 'PGRST101', `Cannot use the ${method} method on RPC`);

export const invalidBody = (message: string) => new RestError(400, 'PGRST102', message);

export const invalidRange = (details: string, headers: Readonly<Record<string, string>> = {}) =>
  new RestError(416, 'PGRST103', 'Requested range not satisfiable', { details, headers });

export const unexposedSchema = (schema: string, exposed: readonly string[]) =>
  new RestError(406, 'PGRST106', `Invalid schema: ${schema}`, {
    hint: `Only the following schemas are exposed: ${exposed.join(', ')}`,
  });

export const mediaTypes = (accepted: readonly string[]) =>
  new RestError(406, 'PGRST107', `None of these media types are available: ${accepted.join(', ')}`);

export const notEmbedded = (name: string) =>
  new RestError(400, 'PGRST108', `'${name}' is not an embedded resource in this request`, {
    hint: `Verify that '${name}' is included in the 'select' query parameter.`,
  });

export const notSingular = (rows: number) =>
  new RestError(406, 'PGRST116', 'Cannot coerce the result to a single JSON object', {
    details: `The result contains ${rows} rows`,
  });

export const unsupportedMethod = (method: string) =>
  new RestError(405, 'PGRST117', `Unsupported HTTP method: ${method}`);

export const relatedOrderNotToOne = (origin: string, target: string) =>
  new RestError(400, 'PGRST118', `A related order on '${target}' is not possible`, {
    details: `'${origin}' and '${target}' do not form a many-to-one or one-to-one relationship`,
  });

export const invalidPreferences = (preferences: readonly string[]) =>
  new RestError(400, 'PGRST122', 'Invalid preferences given with handling=strict', {
    details: `Invalid preferences: ${preferences.join(', ')}`,
  });

export const aggregates = () =>
  new RestError(400, 'PGRST123', 'Use of aggregate functions is not allowed');

export const tooManyAffected = (rows: number) =>
  new RestError(400, 'PGRST124', 'Query result exceeds max-affected preference constraint', {
    details: `The query affects ${rows} rows`,
  });

export const unknownPath = () =>
  new RestError(404, 'PGRST125', 'Invalid path specified in request URL');

export const noRootMetadata = () =>
  new RestError(404, 'PGRST126', 'Root endpoint metadata is disabled');

/** For what hosted Supabase serves and this server does not. */
export const notServed = (what: string) =>
  new RestError(400, 'PGRST127', 'Feature not implemented', {
    details: `${what} not served by the embedded backend`,
  });

/** Casts between a domain and JSON or text, by which PostgREST reads and shows its values. */
export const domainRepresentations = 'Domain representations are';

export const maxAffectedOnSingle = () =>
  new RestError(
    400,
    'PGRST128',
    'Function must return SETOF or TABLE when max-affected preference is used with handling=strict',
  );

export const unknownTable = (schema: string, name: string, suggestion: string | null) =>
  new RestError(
    404,
    'PGRST205',
    `Could not find the table '${schema}.${name}' in the schema cache`,
    { hint: suggestion && `Perhaps you meant the table '${schema}.${suggestion}'` },
  );

export const unknownPayloadColumn = (relation: string, column: string) =>
  new RestError(
    400,
    'PGRST204',
    `Could not find the '${column}' column of '${relation}' in the schema cache`,
  );

/** In PostgreSQL's words: its planner would say the same. */
export const unknownColumn = (qualified: string) =>
  new RestError(400, '42703', `column ${qualified} does not exist`);

/** @param name as PostgREST names the join */
export const duplicateEmbed = (name: string) =>
  new RestError(400, '42712', `table name "${name}" specified more than once`);

export const unknownType = (name: string) =>
  new RestError(400, '42704', `type "${name}" does not exist`);

const limitExceeded = (message: string, variable: keyof LimitSettings) =>
  new RestError(400, '54000', message, {
    hint: `Ask for less at once, or have the operator raise ${variable}`,
  });

export const embedsTooDeep = (most: number) =>
  limitExceeded(`Embeds are nested deeper than ${most} levels`, 'REST_EMBED_DEPTH');

export const tooManyEmbeds = (most: number) =>
  limitExceeded(`The request has more than ${most} embeds`, 'REST_EMBEDS');

export const tooManyEmbeddedRows = (most: number) =>
  limitExceeded(`The embeds bring more than ${most} rows`, 'REST_EMBED_ROWS');

export const answerTooLarge = (most: number) =>
  limitExceeded(`The answer has more than ${most} bytes`, 'REST_ANSWER_BYTES');

/** As hosted Supabase, whose requests run under the extension safeupdate. */
export const missingWhere = (command: 'UPDATE' | 'DELETE') =>
  new RestError(400, '21000', `${command} requires a WHERE clause`);
