import { z } from 'zod';
import type { Claims } from '../../../identity/caller.ts';
import type { GatewayContext } from '../../../http/service.ts';
import type { AuthContext } from '../auth-context.ts';
import { AuthError, validationFailed } from '../errors.ts';
import { findUser, type User } from './users.ts';

/**
 * The claims of the request's bearer token.
 * @throws {AuthError} `no_authorization`
 */
export function requireClaims(context: GatewayContext): Claims {
  const { claims } = context.get('caller');
  if (!claims) {
    throw new AuthError('no_authorization', 'This endpoint requires a valid Bearer token');
  }
  return claims;
}

/**
 * The account of the request's bearer token.
 * @throws {AuthError} `no_authorization`, `user_not_found`
 */
export async function requireUser({ sql }: AuthContext, context: GatewayContext): Promise<User> {
  const user = await findUser(sql, requireClaims(context).sub);
  if (!user) {
    throw new AuthError('user_not_found', 'User from sub claim in JWT does not exist', {
      status: 403,
    });
  }
  return user;
}

/**
 * Refuses every caller except the operator, who has the secret key.
 * @throws {AuthError} `no_authorization`, `not_admin`
 */
export function requireOperator(context: GatewayContext): void {
  if (context.get('caller').role === 'service_role') return;
  requireClaims(context);
  throw new AuthError('not_admin', 'User not allowed');
}

/**
 * The account that the path of an admin endpoint names.
 * @throws {AuthError} `validation_failed`, `user_not_found`
 */
export async function requireUserInPath(
  { sql }: AuthContext,
  context: GatewayContext,
): Promise<User> {
  const id = z.uuid().safeParse(context.req.param('id'));
  if (!id.success) throw validationFailed('user_id must be an UUID', { status: 404 });
  const user = await findUser(sql, id.data);
  if (!user) throw new AuthError('user_not_found', 'User not found');
  return user;
}
