/** The types of the Deno APIs that the functions use, which hosted and embedded servers provide. */
declare namespace Deno {
  const env: { get(name: string): string | undefined };
  function serve(handler: (request: Request) => Response | Promise<Response>): unknown;
}
