import { resolve } from 'node:path';
import { root } from './run.ts';

/** The folder in which the command was typed; npm itself runs scripts in the project's folder. */
export const calledFrom = process.env.INIT_CWD ?? process.cwd();

/** The data folder, resolved as the backend does. */
export const dataDir = (): string => resolve(root, process.env.DATA_DIR || '.data');
