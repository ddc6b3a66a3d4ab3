import { publicRecords } from '../_shared/setting.ts';
import { handle } from './handler.ts';

const records = publicRecords();

Deno.serve((request) => handle(request, records));
