import type { Handler } from 'hono';
import type { GatewayEnv } from '../../../http/service.ts';
import { respond } from '../response-settings.ts';
import type { Engine } from '../engine.ts';
import { parseQuery } from '../parser/query.ts';
import { isCounted, preferenceApplied } from '../request/preferences.ts';
import { contentRange } from '../request/range.ts';
import { writeDelete } from '../sql/write.ts';
import { representationHeaders, runWrite, writeRepresentation } from './representation.ts';
import { openRequest } from './rest-request.ts';

/** `DELETE /{relation}`: deletes the rows that match the filters. */
export const remove =
  (engine: Engine): Handler<GatewayEnv, '/:relation'> =>
  async (context) => {
    const request = openRequest(context, engine);
    const { schema, preferences } = request;
    const relation = engine.relation(schema, context.req.param('relation'));
    const query = parseQuery(request.search);

    const statement = engine.statement(
      ['delete', schema.name, relation.name, request.mediaType, preferences.return, query.shape],
      { values: query.values, offset: 0 },
      (parameters) =>
        writeRepresentation({ request, relation, query }, parameters, (write) =>
          writeDelete(query, write),
        ),
    );
    const result = await runWrite(engine, request, statement);

    const { body, rows } = result;
    return respond(context, result, {
      body,
      status: body === null ? 204 : 200,
      headers: {
        ...representationHeaders(request),
        ...contentRange(1, 0, isCounted(preferences) ? rows : null),
        ...preferenceApplied(preferences, ['return', 'count', 'handling', 'maxAffected']),
      },
    });
  };
