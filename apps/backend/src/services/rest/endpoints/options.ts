import type { GatewayContext } from '../../../http/service.ts';
import { parseQuery } from '../parser/query.ts';
import { findFunction } from '../schema/find-function.ts';
import { openRequest, type Endpoint } from './rest-request.ts';

const allow = (context: GatewayContext, methods: readonly string[]): Response =>
  context.newResponse(null, 200, { Allow: methods.join() });

/** `OPTIONS /{relation}`: the methods that the relation supports, whatever the caller's privileges. */
export const relationOptions: Endpoint<'/:relation'> = (engine) => (context) => {
  const { schema } = openRequest(context, engine);
  const { accepts } = engine.relation(schema, context.req.param('relation'));
  return allow(context, [
    'OPTIONS',
    'GET',
    'HEAD',
    ...(accepts.includes('insert') ? ['POST'] : []),
    ...(accepts.includes('update') ? ['PATCH'] : []),
    ...(accepts.includes('delete') ? ['DELETE'] : []),
  ]);
};

/** `OPTIONS /rpc/{function}`: the methods of a function. One that may write is called by POST only. */
export const functionOptions: Endpoint<'/rpc/:function'> = (engine) => (context) => {
  const { schema, search } = openRequest(context, engine);
  const given = [...parseQuery(search, true).arguments.keys()];
  const routine = findFunction(schema, context.req.param('function'), given, 'read');
  return allow(context, ['OPTIONS', ...(routine.isVolatile ? [] : ['GET', 'HEAD']), 'POST']);
};
