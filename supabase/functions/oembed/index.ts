import { servePublicRecords } from '../_shared/setting.ts';
import { handle } from './handler.ts';

servePublicRecords(handle);
