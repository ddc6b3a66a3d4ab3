/** The pages whose first load of JavaScript, gzipped, is held to a budget in bytes: the design's. */
export const FIRST_LOADS = {
  /** The front door is a document of its own. */
  '/': { entry: 'landing.html', routes: [], limit: 100_000 },
  '/auth': {
    entry: 'index.html',
    routes: ['src/routes/__root.tsx', 'src/routes/auth.tsx'],
    limit: 150_000,
  },
  '/app': {
    entry: 'index.html',
    routes: [
      'src/routes/__root.tsx',
      'src/routes/_shell.tsx',
      'src/routes/_shell/_member.tsx',
      'src/routes/_shell/_member/app.tsx',
    ],
    limit: 150_000,
  },
} as const satisfies Record<string, { entry: string; routes: readonly string[]; limit: number }>;
