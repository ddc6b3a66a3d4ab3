// npm run check: static checks of types, lint, format and dead exports.
import { runChecks } from './lib/checks.ts';

const results = await runChecks();
process.exit(results.every(({ passed }) => passed) ? 0 : 1);
