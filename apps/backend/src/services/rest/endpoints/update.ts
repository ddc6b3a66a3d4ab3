import type { Handler } from 'hono';
import type { GatewayEnv } from '../../../http/service.ts';
import type { Engine } from '../engine.ts';
import { readPayload } from '../request/payload.ts';
import { writeUpdate } from '../sql/write.ts';
import { openWrite, respondToWrite, runWrite } from './write-request.ts';

/** `PATCH /{relation}`: updates the rows that match the filters. */
export const update =
  (engine: Engine): Handler<GatewayEnv, '/:relation'> =>
  async (context) => {
    const target = openWrite(context, engine);
    const { request, query } = target;
    const payload = await readPayload(context, query.columns);
    const missing = request.preferences.missing ?? 'null';
    const result = await runWrite(engine, target, {
      key: ['update', missing],
      payload,
      write: (write) => writeUpdate(payload, missing, query, write),
    });
    return respondToWrite(context, request, result, {
      status: result.body === null ? 204 : 200,
      range: [0, result.rows - 1],
      applied: ['missing', 'return', 'count', 'handling', 'maxAffected'],
    });
  };
