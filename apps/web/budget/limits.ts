/** The pages whose first load of JavaScript, gzipped, is held to a budget in bytes: the design's. */
export const FIRST_LOADS = {
  /** The front door is a document of its own. */
  '/': { document: 'landing.html', limit: 100_000 },
  '/auth': { document: 'index.html', limit: 150_000 },
  '/app': { document: 'index.html', limit: 150_000 },
} as const satisfies Record<string, { document: string; limit: number }>;
