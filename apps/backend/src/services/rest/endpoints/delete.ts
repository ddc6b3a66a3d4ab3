import type { Handler } from 'hono';
import type { GatewayEnv } from '../../../http/service.ts';
import type { Engine } from '../engine.ts';
import { writeDelete } from '../sql/write.ts';
import { openWrite, respondToWrite, runWrite } from './write-request.ts';

/** `DELETE /{relation}`: deletes the rows that match the filters. */
export const remove =
  (engine: Engine): Handler<GatewayEnv, '/:relation'> =>
  async (context) => {
    const target = openWrite(context, engine);
    const result = await runWrite(engine, target, {
      key: ['delete'],
      write: (write) => writeDelete(target.query, write),
    });
    return respondToWrite(context, target.request, result, {
      status: result.body === null ? 204 : 200,
      range: [1, 0],
      applied: ['return', 'count', 'handling', 'maxAffected'],
    });
  };
