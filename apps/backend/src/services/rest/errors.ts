import type { ContentfulStatusCode } from 'hono/utils/http-status';
import { HttpError, type HttpErrorOptions } from '../../lib/request-error.ts';

/** The error codes of PostgREST and PostgreSQL that this service throws itself. */
export type RestErrorCode =
  | 'PGRST100' // invalid query string
  | 'PGRST101' // unsupported method on a function
  | 'PGRST102' // invalid body
  | 'PGRST103' // unsatisfiable range
  | 'PGRST106' // schema that is not exposed
  | 'PGRST107' // no acceptable media type
  | 'PGRST108' // filter on a resource that is not embedded
  | 'PGRST111' // invalid response.headers
  | 'PGRST112' // invalid response.status
  | 'PGRST116' // not exactly one row
  | 'PGRST117' // unsupported method
  | 'PGRST118' // order by a to-many embed
  | 'PGRST121' // invalid custom error
  | 'PGRST122' // unknown preferences under handling=strict
  | 'PGRST123' // aggregates
  | 'PGRST124' // more rows affected than allowed
  | 'PGRST125' // unknown path
  | 'PGRST126' // the root path
  | 'PGRST127' // not supported by this server
  | 'PGRST128' // max-affected on a function that returns one row
  | 'PGRST200' // no relationship
  | 'PGRST201' // several relationships
  | 'PGRST202' // no function
  | 'PGRST203' // several functions
  | 'PGRST204' // unknown column in a payload
  | 'PGRST205' // unknown table
  // PostgreSQL's codes, where the error is known before a statement runs.
  | '21000' // write without a condition
  | '22021' // text that is not UTF-8
  | '42712' // two embeds of one name
  | '42703' // undefined column
  | '42704' // undefined type
  | '54000'; // a limit of this server is exceeded

export interface ErrorExtras extends HttpErrorOptions {
  readonly details?: unknown;
  readonly hint?: string | null;
}

/** An error in PostgREST's shape. The functions below are the catalogue. */
export class RestError extends HttpError<RestErrorCode> {
  override name = 'RestError';

  readonly details: unknown;
  readonly hint: string | null;

  constructor(
    status: ContentfulStatusCode,
    code: RestErrorCode,
    message: string,
    { details = null, hint = null, ...options }: ErrorExtras = {},
  ) {
    super(status, code, message, options);
    this.details = details;
    this.hint = hint;
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

/** For features that hosted Supabase serves and this server does not. */
export const notSupported = (what: string) =>
  new RestError(400, 'PGRST127', 'Feature not implemented', {
    details: `${what} not served by the embedded backend`,
  });

/** PostgREST's feature of casts between a domain and JSON or text, as a subject for `notSupported`. */
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

/** PostgreSQL's error, thrown without a query. */
export const unknownColumn = (qualified: string) =>
  new RestError(400, '42703', `column ${qualified} does not exist`);

/** @param name PostgREST's name of the join */
export const duplicateEmbed = (name: string) =>
  new RestError(400, '42712', `table name "${name}" specified more than once`);

export const unknownType = (name: string) =>
  new RestError(400, '42704', `type "${name}" does not exist`);

const limitExceeded = (message: string) =>
  new RestError(400, '54000', message, { hint: 'Request less at once' });

export const embedsTooDeep = (most: number) =>
  limitExceeded(`Embeds are nested deeper than ${most} levels`);

export const tooManyEmbeds = (most: number) =>
  limitExceeded(`The request has more than ${most} embeds`);

export const tooManyEmbeddedRows = (most: number) =>
  limitExceeded(`The embeds return more than ${most} rows`);

export const responseTooLarge = (most: number) =>
  limitExceeded(`The response has more than ${most} bytes`);

/** As on hosted Supabase, where the extension safeupdate is active for requests. */
export const missingWhere = (command: 'UPDATE' | 'DELETE') =>
  new RestError(400, '21000', `${command} requires a WHERE clause`);
