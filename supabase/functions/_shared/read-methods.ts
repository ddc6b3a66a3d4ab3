/** Whether a request only reads. A function responds to HEAD as to GET; the server drops the body. */
export const isRead = ({ method }: Request): boolean => method === 'GET' || method === 'HEAD';

/** The header of a 405 response to any other method. */
export const allowedReads = { Allow: 'GET, HEAD' };

/** An error response. It is not cached, since a missing record may be created or made public at any time. */
export const refuse = (
  status: number,
  error: string,
  headers: Readonly<Record<string, string>> = {},
): Response =>
  Response.json(
    { error },
    {
      status,
      headers: { 'Access-Control-Allow-Origin': '*', 'Cache-Control': 'no-store', ...headers },
    },
  );
