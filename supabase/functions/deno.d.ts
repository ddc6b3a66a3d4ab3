/** What the functions use of Deno, for the type checker; hosted and embedded servers have it. */
declare namespace Deno {
  const env: { get(name: string): string | undefined };
  function serve(handler: (request: Request) => Response | Promise<Response>): unknown;
}
