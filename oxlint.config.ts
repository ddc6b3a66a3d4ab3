import { defineConfig } from 'oxlint';

/**
 * The features of the web app and the features that each may import. It is a
 * DAG: a feature may use what stands in its list, and nothing that uses it.
 */
const featureImports: Record<string, string[]> = {
  session: [],
  player: [],
  reactions: ['session', 'player'],
  people: ['session', 'player'],
  clips: ['session', 'player'],
  reports: ['session', 'player'],
  statements: ['session'],
  comments: ['session', 'player', 'people', 'clips', 'reports'],
  drops: ['session', 'player', 'clips', 'reactions', 'people', 'reports', 'comments', 'statements'],
  messages: ['session', 'player', 'clips', 'people', 'reports', 'comments', 'drops'],
  bookmarks: ['session', 'player', 'reactions', 'people', 'reports', 'comments', 'drops'],
  recorder: ['session', 'player', 'clips', 'reactions', 'people', 'reports', 'comments', 'drops'],
  'first-steps': [
    'session',
    'player',
    'clips',
    'reactions',
    'people',
    'reports',
    'comments',
    'drops',
  ],
  feed: ['session', 'player', 'reactions', 'people', 'reports', 'comments', 'drops', 'first-steps'],
  notifications: [
    'session',
    'player',
    'reactions',
    'people',
    'reports',
    'comments',
    'statements',
    'drops',
  ],
  podcast: ['session', 'player', 'reactions', 'people', 'reports', 'comments', 'drops'],
  profile: [
    'session',
    'player',
    'reactions',
    'people',
    'reports',
    'comments',
    'drops',
    'messages',
    'podcast',
  ],
  settings: ['session', 'player', 'reactions', 'people', 'reports', 'comments', 'drops'],
  export: ['session', 'player', 'drops', 'settings'],
  search: ['session', 'player', 'reactions', 'people', 'reports', 'comments', 'drops', 'podcast'],
  marketing: [],
  embed: ['player', 'people'],
  desk: ['session', 'player', 'people', 'reports', 'comments', 'drops', 'tags', 'messages'],
};

const features = Object.keys(featureImports);

const forbid = (group: string[], message: string) => ({ group, message });

const climbing = forbid(
  ['../*', '../**'],
  'Inside the web app, import by #path from src/, or ./ within the same folder.',
);
const backend = forbid(
  ['@undertone/backend*', '**/apps/backend/**'],
  'The web app never imports the backend.',
);
const web = forbid(['@undertone/web*', '**/apps/web/**'], 'The backend never imports the web app.');

/**
 * The layers of the backend and those that each may import. server.ts and main.ts, which put all
 * of them together, may import everything, and nothing imports those two.
 */
const backendLayers: Record<string, string[]> = {
  lib: [],
  config: ['lib'],
  identity: ['lib'],
  database: ['lib', 'config', 'identity'],
  http: ['lib', 'config', 'identity'],
  services: ['lib', 'config', 'identity', 'database', 'http'],
  operations: ['lib', 'config', 'identity', 'database', 'http'],
};

const backendServices = ['auth', 'rest', 'storage', 'realtime', 'functions', 'jobs', 'calls'];

const product = forbid(
  ['@undertone/site-server*', '**/site-server/**'],
  'The backend knows no product: the site server imports the backend, not the other way round.',
);

/** What no module of a backend's layer imports. */
const layerRules = (layer: string) => [
  web,
  product,
  forbid(
    Object.keys(backendLayers)
      .filter((other) => other !== layer && !backendLayers[layer]?.includes(other))
      .map((other) => `**/${other}/**`),
    `Of the backend's layers "${layer}" may import: ${backendLayers[layer]?.join(', ') || 'none'}. See oxlint.config.ts.`,
  ),
  forbid(
    ['../server.ts', '../main.ts', '../../**/server.ts', '../../../**/main.ts'],
    'server.ts and main.ts put the layers together: nothing imports them.',
  ),
];

/** A lint override that turns the given import patterns into errors for the given files. */
const restrict = (files: string[], patterns: ReturnType<typeof forbid>[]) => ({
  files,
  rules: { 'no-restricted-imports': ['error', { patterns }] as ['error', object] },
});

export default defineConfig({
  plugins: ['typescript', 'unicorn', 'oxc', 'import', 'react', 'jsx-a11y', 'promise', 'vitest'],
  categories: { correctness: 'error', suspicious: 'error', perf: 'error' },
  options: { typeAware: true, denyWarnings: true },
  ignorePatterns: ['**/dist/**', '**/*.gen.ts', 'packages/database-types/src/**', '.data/**'],
  rules: {
    // Imports of types are counted, too: modules that know each other's types cannot be read apart.
    'import/no-cycle': ['error', { ignoreTypes: false }],
    'typescript/no-explicit-any': 'error',
    'typescript/no-floating-promises': 'error',
    'typescript/no-misused-promises': 'error',
    'typescript/consistent-type-imports': 'error',
    'eslint/eqeqeq': 'error',
    'eslint/no-console': 'error',
    'eslint/no-await-in-loop': 'off',
    'eslint/no-shadow': 'off',
    'eslint/no-underscore-dangle': 'off',
    'import/no-unassigned-import': 'off',
    'react/react-in-jsx-scope': 'off',
    'react/rules-of-hooks': 'error',
    'react/exhaustive-deps': 'error',
    'unicorn/no-array-sort': 'off',
    'unicorn/no-array-reverse': 'off',
    'unicorn/consistent-function-scoping': 'off',
    'vitest/require-mock-type-parameters': 'off',
  },
  overrides: [
    {
      // Written for browsers of any age, which know no catch without a binding.
      files: ['apps/web/public/start.js'],
      rules: { 'no-unused-vars': ['error', { caughtErrors: 'none' }] },
    },
    {
      files: [
        'scripts/**',
        'tests/**',
        'supabase/seed/**',
        // What a server logs of a function is what it writes to the console.
        'supabase/functions/**',
        '**/*.bench.ts',
        'apps/web/src/lib/log.ts',
        'apps/web/budget/**',
      ],
      rules: { 'eslint/no-console': 'off' },
    },
    // Written for browsers of any age, of which older ones know no `catch` without a name.
    {
      files: ['apps/web/public/start.js'],
      rules: { 'no-unused-vars': ['error', { caughtErrors: 'none' }] },
    },
    // Playwright calls a fixture's continuation `use`.
    {
      files: ['tests/e2e/**', 'tests/engines/**'],
      // Playwright tells a fixture's dependencies from its first parameter, which may be empty.
      rules: { 'react/rules-of-hooks': 'off', 'no-empty-pattern': 'off' },
    },
    {
      files: ['apps/web/src/**/!(*.test).{ts,tsx}'],
      rules: {
        'no-restricted-properties': [
          'error',
          ...['randomUUID', 'subtle'].map((property) => ({
            object: 'crypto',
            property,
            message: 'Pages over plain HTTP have none. For a random id use #lib/random-uuid.ts.',
          })),
        ],
      },
    },
    {
      // Frames a page of the site itself, which needs its scripts and its origin: a sandbox that allows both
      // restricts nothing.
      files: ['apps/web/src/features/drops/menu/embed-dialog.tsx'],
      rules: { 'react/iframe-missing-sandbox': 'off' },
    },
    {
      // Plays the file that the person is about to save. Voice drops have no captions.
      files: ['apps/web/src/features/drops/video/video-maker.tsx'],
      rules: { 'jsx-a11y/media-has-caption': 'off' },
    },
    restrict(['apps/site-server/**'], [web]),
    restrict(['apps/backend/**'], [web, product]),
    ...Object.keys(backendLayers).map((layer) =>
      restrict([`apps/backend/src/${layer}/**`], layerRules(layer)),
    ),
    ...backendServices.map((service) =>
      restrict(
        [`apps/backend/src/services/${service}/**`],
        [
          ...layerRules('services'),
          forbid(
            backendServices.filter((other) => other !== service).map((other) => `**/${other}/**`),
            'Services do not import each other: server.ts hands them what they share.',
          ),
        ],
      ),
    ),
    // Tests and their fixtures may put together what they need.
    restrict(['apps/backend/src/**/*.test.ts', 'apps/backend/src/**/fixtures/**'], [web, product]),
    restrict(
      ['packages/voice/src/*.ts', 'packages/voice/src/**/!(*.test|*.bench).ts'],
      [
        forbid(
          ['@undertone/**', 'node:*', '../../**'],
          'packages/voice is pure: it imports nothing.',
        ),
      ],
    ),
    restrict(
      ['packages/domain/src/**'],
      [
        forbid(
          ['@undertone/**', 'node:*', '../../**', '!../../voice/src/filter-ids.ts'],
          "packages/domain imports only its validation library and the voice filters' ids.",
        ),
      ],
    ),
    restrict(
      ['apps/web/src/ui/**', 'apps/web/src/lib/**'],
      [
        climbing,
        backend,
        forbid(
          ['#features/**', '#shell/**', '#routes/**'],
          'ui and lib know nothing of the product above them.',
        ),
      ],
    ),
    restrict(
      ['apps/web/src/shell/**'],
      [
        climbing,
        backend,
        forbid(['#routes/**'], 'The shell is composed by the routes, not the other way round.'),
      ],
    ),
    restrict(['apps/web/src/routes/**'], [climbing, backend]),
    ...features.map((feature) =>
      restrict(
        [`apps/web/src/features/${feature}/**`],
        [
          climbing,
          backend,
          forbid(['#routes/**', '#shell/**'], 'Features are composed by the shell and the routes.'),
          forbid(
            features
              .filter((other) => other !== feature && !featureImports[feature]?.includes(other))
              .map((other) => `#features/${other}/**`),
            `The feature "${feature}" may not import this feature: see the DAG in oxlint.config.ts.`,
          ),
        ],
      ),
    ),
  ],
});
