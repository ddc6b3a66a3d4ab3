// npm run check: everything that can be said of the code without running it.
import { checks, runChecks } from './lib/checks.ts';

const failed = await runChecks(checks);
process.exit(failed.length === 0 ? 0 : 1);
