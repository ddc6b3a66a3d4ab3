/**
 * The oldest browsers that the app supports: those of early 2023, and Firefox's long-term release of
 * 2024. The styles need them anyway (Tailwind 4: registered properties and `color-mix`).
 *
 * public/start.js detects older ones by functions that were added in these versions.
 */
export const FLOOR = { chrome: '111', firefox: '128', safari: '16.4' } as const;

/** The floor as Vite's build target, to which it compiles newer syntax of scripts and stylesheets. */
export const BUILD_TARGET = [
  `chrome${FLOOR.chrome}`,
  `edge${FLOOR.chrome}`,
  `firefox${FLOOR.firefox}`,
  `safari${FLOOR.safari}`,
  `ios${FLOOR.safari}`,
];
