// npm run check: everything that can be said of the code without running it.
import { runChecks } from './lib/checks.ts';

const results = await runChecks();
process.exit(results.every(({ passed }) => passed) ? 0 : 1);
