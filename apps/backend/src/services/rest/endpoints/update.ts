import type { Handler } from 'hono';
import type { GatewayEnv } from '../../../http/service.ts';
import { respond } from '../response-settings.ts';
import type { Engine } from '../engine.ts';
import { parseQuery } from '../parser/query.ts';
import { readPayload } from '../request/payload.ts';
import { isCounted, preferenceApplied } from '../request/preferences.ts';
import { contentRange } from '../request/range.ts';
import { writeUpdate } from '../sql/write.ts';
import { representationHeaders, runWrite, writeRepresentation } from './representation.ts';
import { openRequest } from './rest-request.ts';

/** `PATCH /{relation}`: updates the rows that match the filters. */
export const update =
  (engine: Engine): Handler<GatewayEnv, '/:relation'> =>
  async (context) => {
    const request = openRequest(context, engine);
    const { schema, preferences } = request;
    const relation = engine.relation(schema, context.req.param('relation'));
    const query = parseQuery(request.search);
    const payload = await readPayload(context, query.columns);
    const missing = preferences.missing ?? 'null';

    const statement = engine.statement(
      [
        'update',
        schema.name,
        relation.name,
        request.mediaType,
        preferences.return,
        missing,
        payload.isObject,
        payload.keys.map((key) => JSON.stringify(key)).join(),
        query.shape,
      ],
      { values: query.values, body: payload.text, offset: 0 },
      (parameters) =>
        writeRepresentation({ request, relation, query }, parameters, (write) =>
          writeUpdate(payload, missing, query, write),
        ),
    );
    const result = await runWrite(engine, request, statement);

    const { body, rows } = result;
    return respond(context, result, {
      body,
      status: body === null ? 204 : 200,
      headers: {
        ...representationHeaders(request),
        ...contentRange(0, rows - 1, isCounted(preferences) ? rows : null),
        ...preferenceApplied(preferences, [
          'missing',
          'return',
          'count',
          'handling',
          'maxAffected',
        ]),
      },
    });
  };
