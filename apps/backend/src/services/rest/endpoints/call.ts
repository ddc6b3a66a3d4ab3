import type { Handler } from 'hono';
import type { GatewayContext, GatewayEnv } from '../../../http/service.ts';
import { refuseWithSettings, respond } from '../response-settings.ts';
import type { Engine } from '../engine.ts';
import { maxAffectedOnSingle, notSingular, tooManyAffected } from '../errors.ts';
import { parseQuery } from '../parser/query.ts';
import { contentType } from '../request/media-type.ts';
import { readArgumentPayload, type ArgumentPayload } from '../request/payload.ts';
import { isCounted, preferenceApplied } from '../request/preferences.ts';
import { rangeOutcome, readRange } from '../request/range.ts';
import { findFunction, takesWholeBody } from '../schema/find-function.ts';
import type { Routine } from '../schema/schema-cache.ts';
import { scalarColumn, writeResultRow, type ResultRow, type BodyForm } from '../sql/result-row.ts';
import { writeCall } from '../sql/call.ts';
import type { Resource } from '../sql/read-node.ts';
import { buildReadTree, relationResource } from '../sql/read-tree.ts';
import { ReadWriter } from '../sql/read.ts';
import { isSingle, openRequest, type RestRequest } from './rest-request.ts';

/** Columns that a function declares itself; their types are not needed for reading. */
const declared = (names: readonly string[]): Resource['columns'] =>
  new Map(names.map((name) => [name, { type: 'unknown', isRepresented: false }]));

const resourceOf = ({ name, relation, columns }: Routine): Resource =>
  relation
    ? relationResource(relation, '"source"')
    : {
        name,
        columns: declared(columns ?? [scalarColumn.replaceAll('"', '')]),
        computed: new Map(),
        rowType: null,
        source: '"source"',
      };

function bodyForm(routine: Routine, request: RestRequest, isHead: boolean): BodyForm {
  if (isHead || routine.isVoid) return 'none';
  if (routine.columns === null) {
    return routine.returnsSet && !isSingle(request) ? 'scalars' : 'scalar';
  }
  return routine.returnsSet && !isSingle(request) ? 'objects' : 'object';
}

/** Reads the arguments of a POST from its body; those of GET and HEAD are in the query string. */
const readArguments = async (
  context: GatewayContext,
  columns: readonly string[] | null,
): Promise<ArgumentPayload | null> =>
  context.req.method === 'POST' ? readArgumentPayload(context, columns) : null;

async function run(
  engine: Engine,
  request: RestRequest,
  routine: Routine,
  statement: Parameters<Engine['run']>[1],
  mayWrite: boolean,
): Promise<ResultRow> {
  const { handling, maxAffected } = request.preferences;
  const most = handling === 'strict' ? maxAffected : null;
  if (most !== null && !routine.returnsSet) throw maxAffectedOnSingle();
  const check = (result: ResultRow) => {
    const rows = routine.returnsSet ? result.rows : 1;
    if (isSingle(request) && rows !== 1) throw notSingular(rows);
    if (most !== null && rows > most) throw tooManyAffected(rows);
  };
  if (mayWrite && (isSingle(request) || most !== null)) {
    return engine.runChecked(request.caller, statement, check);
  }
  const result = await engine.run(request.caller, statement, mayWrite ? 'read write' : 'read only');
  check(result);
  return result;
}

/** `POST`, `GET` and `HEAD /rpc/{function}`: calls a function with arguments by name. */
export const call =
  (engine: Engine): Handler<GatewayEnv, '/rpc/:function'> =>
  async (context) => {
    const request = openRequest(context, engine);
    const { schema, preferences, limits } = request;
    const { method } = context.req;
    const query = parseQuery(request.search, method !== 'POST');
    const payload = await readArguments(context, query.columns);
    const names = payload?.keys ?? [...query.arguments.keys()];
    const routine = findFunction(
      schema,
      context.req.param('function'),
      names,
      payload?.kind ?? 'read',
    );
    const range = readRange(query, method === 'GET' ? context.req.header('range') : undefined);
    const form = bodyForm(routine, request, method === 'HEAD');
    const isTotalCounted = isCounted(preferences);

    const statement = engine.statement(
      [
        'call',
        schema.name,
        routine.name,
        routine.parameters.map(({ type }) => type).join(),
        takesWholeBody(routine) ? null : names.map((name) => JSON.stringify(name)).join(),
        payload?.isObject ?? null,
        form,
        isTotalCounted,
        range.limit,
        range.offset > 0,
        query.shape,
      ],
      {
        values: query.values,
        offset: range.offset,
        ...(payload ? { body: payload.text } : {}),
      },
      (parameters) => {
        const resource = resourceOf(routine);
        const { maximumRows } = engine;
        const tree = buildReadTree({ schema, resource, query, range, maximumRows, limits });
        const source = writeCall(routine, payload ? { payload } : { query }, parameters);
        const writer = new ReadWriter(parameters, schema.types, limits);
        return `with "source" as (\n${source}\n)\n${writeResultRow(writer, tree, { form, isTotalCounted })}`;
      },
    );
    const mayWrite = method === 'POST' && routine.isVolatile;
    const result = await run(engine, request, routine, statement, mayWrite);

    const rows = routine.returnsSet ? result.rows : 1;
    const { status, headers } = refuseWithSettings(result, () =>
      rangeOutcome(range.offset, rows, result.total),
    );
    const applied = preferenceApplied(preferences, ['count', 'handling', 'maxAffected']);
    if (routine.isVoid) {
      return respond(context, result, {
        body: null,
        status: 204,
        headers: { ...headers, ...applied },
      });
    }
    return respond(context, result, {
      body: result.body,
      status,
      headers: {
        ...contentType(request.mediaType),
        ...headers,
        ...request.profileHeader,
        ...applied,
      },
    });
  };
