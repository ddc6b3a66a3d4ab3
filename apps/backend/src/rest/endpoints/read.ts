import type { Handler } from 'hono';
import type { GatewayEnv } from '../../http/service.ts';
import type { Engine } from '../engine.ts';
import { notSingular } from '../errors.ts';
import { parseQuery } from '../parser/query.ts';
import { contentLocation } from '../request/content-location.ts';
import { contentType } from '../request/media-type.ts';
import { preferenceApplied } from '../request/preferences.ts';
import { rangeOutcome, readRange } from '../request/range.ts';
import { writeAnswer } from '../sql/answer.ts';
import { buildReadTree } from '../sql/read-tree.ts';
import { ReadWriter } from '../sql/read.ts';
import { qualify } from '../sql/statement.ts';
import { isSingle, openRequest } from './request.ts';

/** `GET` and `HEAD /{relation}`: rows with what is embedded in them. */
export const read =
  (engine: Engine): Handler<GatewayEnv, '/:relation'> =>
  async (context) => {
    const request = openRequest(context, engine);
    const { schema, preferences, limits } = request;
    const relation = engine.relation(schema, context.req.param('relation'));
    const query = parseQuery(request.search);
    const isHead = context.req.method === 'HEAD';
    const range = readRange(query, isHead ? undefined : context.req.header('range'));
    const form = isHead ? 'none' : isSingle(request) ? 'object' : 'objects';
    const isTotalCounted = preferences.count === 'exact';

    const statement = engine.statement(
      [
        'read',
        schema.name,
        relation.name,
        form,
        isTotalCounted,
        range.limit,
        range.offset > 0,
        query.shape,
      ],
      { values: query.values, offset: range.offset },
      (parameters, { types }) => {
        const { name, columns } = relation;
        const resource = { name, columns, source: qualify(relation) };
        const { maximumRows } = engine;
        const tree = buildReadTree({ schema, resource, query, range, maximumRows, limits });
        const writer = new ReadWriter(parameters, types, limits);
        return writeAnswer(writer, tree, { form, isTotalCounted });
      },
    );
    const { caller } = request;
    const { body, rows, total } = await engine.run(caller, statement, 'read only');

    if (isSingle(request) && rows !== 1) throw notSingular(rows);
    const { status, headers } = rangeOutcome(range.offset, rows, total);
    return context.newResponse(body, status, {
      ...contentType(request.mediaType),
      ...contentLocation(relation.name, request.search),
      ...headers,
      ...request.profileHeader,
      ...preferenceApplied(preferences, ['count', 'handling']),
    });
  };
