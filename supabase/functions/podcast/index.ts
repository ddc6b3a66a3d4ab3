import { serveWithRecords } from '../_shared/setting.ts';
import { handle } from './handler.ts';

serveWithRecords(handle);
