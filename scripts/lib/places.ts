import { resolve } from 'node:path';
import { root } from './run.ts';

/** Where the command was typed: npm runs scripts in the project's own folder. */
export const calledFrom = process.env.INIT_CWD ?? process.cwd();

/** The data folder, found as the backend finds it. */
export const dataDir = (): string => resolve(root, process.env.DATA_DIR || '.data');
