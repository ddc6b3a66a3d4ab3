/** Most JavaScript, gzipped, that the browser may need before a page is usable: the design's budget, in bytes. */
export const FIRST_LOAD_LIMIT = 150 * 1000;

/** The pages that are held to it, each by the route files that it is made of. */
export const FIRST_LOADS = {
  '/auth': ['src/routes/__root.tsx', 'src/routes/auth.tsx'],
  '/app': [
    'src/routes/__root.tsx',
    'src/routes/_shell.tsx',
    'src/routes/_shell/_member.tsx',
    'src/routes/_shell/_member/app.tsx',
  ],
} as const satisfies Record<string, readonly string[]>;
