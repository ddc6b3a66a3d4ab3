import type { GatewayContext } from '../../../http/service.ts';
import { unexposedSchema } from '../errors.ts';

/**
 * The schema of a request: that of `Accept-Profile` for reads, of `Content-Profile` otherwise, and the
 * first exposed one without the header.
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
