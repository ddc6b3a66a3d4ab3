import type { GatewayContext } from '../../../http/service.ts';
import { unexposedSchema } from '../errors.ts';

/**
 * The schema that a request is about, by `Accept-Profile` for reads and
 * `Content-Profile` for the rest; the first exposed one when it names none.
 * @throws {RestError} PGRST106 for a schema that is not exposed
 */
export function readProfile(context: GatewayContext, exposed: readonly string[]): string {
  const { method } = context.req;
  const isRead = method === 'GET' || method === 'HEAD';
  const profile = context.req.header(isRead ? 'accept-profile' : 'content-profile');
  if (profile === undefined) return exposed[0] ?? 'public';
  if (!exposed.includes(profile)) throw unexposedSchema(profile, exposed);
  return profile;
}
