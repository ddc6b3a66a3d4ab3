import { mendDriver } from './database/mend-driver.ts';

// Before anything imports the driver: imports of a module are loaded before its first line runs.
mendDriver();
await import('./run.ts');
