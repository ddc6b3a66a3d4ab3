/** The part of Deno's namespace that the functions use, for editors and oxlint; `deno check` knows all of it. */
declare namespace Deno {
  const env: { get: (name: string) => string | undefined };
  function serve(handle: (request: Request) => Response | Promise<Response>): void;
}
