/** The handler that is passed to `Deno.serve`. */
export type Handler = (request: Request, info: ServeInfo) => Response | Promise<Response>;

interface ServeInfo {
  readonly remoteAddr: { readonly transport: 'tcp'; readonly hostname: string };
}

/** Null until the function has called `Deno.serve`. */
let serving: Handler | null = null;

/** The handler that the function has registered, or null. */
export const servedHandler = (): Handler | null => serving;

const isHandler = (value: unknown): value is Handler => typeof value === 'function';

/** Deno.serve(handler), Deno.serve(options, handler) and Deno.serve({ handler }). Where it listens is ignored. */
function serve(...given: unknown[]) {
  const [first, second] = given;
  const option =
    typeof first === 'object' && first !== null && 'handler' in first ? first.handler : undefined;
  const handler = [first, second, option].find(isHandler);
  if (!handler) throw new TypeError('Deno.serve needs a handler');
  serving = handler;
  return {
    finished: new Promise<void>(() => undefined),
    shutdown: () => Promise.resolve(),
    ref: () => undefined,
    unref: () => undefined,
  };
}

/**
 * The part of Deno's API that functions use. The environment is the thread's, which has the variables
 * for functions and none of the backend's.
 */
export const deno = {
  serve,
  env: {
    get: (name: string): string | undefined => process.env[name],
    has: (name: string): boolean => name in process.env,
    toObject: (): Record<string, string | undefined> => ({ ...process.env }),
  },
};
