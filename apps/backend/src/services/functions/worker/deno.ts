/** The handler that is passed to `Deno.serve`. */
export type Handler = (request: Request, info: ServeInfo) => Response | Promise<Response>;

interface ServeInfo {
  readonly remoteAddr: { readonly transport: 'tcp'; readonly hostname: string };
}

/** The registered handler; null until the function has called `Deno.serve`. */
let registered: Handler | null = null;

/** Returns the handler that the function has registered, or null. */
export const servedHandler = (): Handler | null => registered;

const isHandler = (value: unknown): value is Handler => typeof value === 'function';

/** Deno.serve(handler), Deno.serve(options, handler) and Deno.serve({ handler }). The address is ignored. */
function serve(...given: unknown[]) {
  const [first, second] = given;
  const option =
    typeof first === 'object' && first !== null && 'handler' in first ? first.handler : undefined;
  const handler = [first, second, option].find(isHandler);
  if (!handler) throw new TypeError('Deno.serve needs a handler');
  registered = handler;
  return {
    finished: new Promise<void>(() => undefined),
    shutdown: () => Promise.resolve(),
    ref: () => undefined,
    unref: () => undefined,
  };
}

/**
 * The part of Deno's API that functions use. `env` is the thread's environment, which has only the
 * variables for functions.
 */
export const deno = {
  serve,
  env: {
    get: (name: string): string | undefined => process.env[name],
    has: (name: string): boolean => name in process.env,
    toObject: (): Record<string, string | undefined> => ({ ...process.env }),
  },
};
