import { RequestError } from './request-error.ts';

/** The rules of a function that scripts of any site may call. */
interface CorsRules {
  readonly method: 'GET' | 'POST';
  /** The message of the response to other methods. */
  readonly wrongMethod: string;
  /** Makes the body of an error response. */
  readonly bodyOf: (error: RequestError) => object;
}

const corsHeaders = (methods: string) => ({
  'Access-Control-Allow-Origin': '*',
  'Access-Control-Allow-Methods': methods,
  'Access-Control-Allow-Headers': 'authorization, x-client-info, apikey, content-type',
});

/**
 * Responds to a preflight request. Browsers may keep the response for a day.
 * @param methods as the header lists them
 */
export const preflight = (methods: string): Response =>
  new Response(null, {
    status: 204,
    headers: { ...corsHeaders(methods), 'Access-Control-Max-Age': '86400' },
  });

/**
 * Responds to a request of any site.
 * @param respond receives the headers that the response must have; a `RequestError` that it throws
 *   becomes an error response
 */
export async function respondWithCors(
  request: Request,
  { method, wrongMethod, bodyOf }: CorsRules,
  respond: (headers: Readonly<Record<string, string>>) => Promise<Response>,
): Promise<Response> {
  const allowed = `${method}, OPTIONS`;
  const headers = corsHeaders(allowed);
  if (request.method === 'OPTIONS') return preflight(allowed);
  if (request.method !== method) {
    const error = new RequestError(405, 'method_not_allowed', wrongMethod);
    return Response.json(bodyOf(error), { status: 405, headers: { ...headers, Allow: allowed } });
  }
  try {
    return await respond(headers);
  } catch (error) {
    if (!(error instanceof RequestError)) throw error;
    return Response.json(bodyOf(error), { status: error.status, headers });
  }
}
