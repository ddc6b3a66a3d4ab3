import { z } from 'zod';
import type { GatewayContext } from '../../../http/service.ts';
import type { Auth } from '../auth.ts';
import { AuthError } from '../errors.ts';
import { findUser, type User } from './users.ts';

/**
 * The account that the path names.
 * @throws {AuthError} `validation_failed`, `user_not_found`
 */
export async function findNamedUser({ sql }: Auth, context: GatewayContext): Promise<User> {
  const id = z.uuid().safeParse(context.req.param('id'));
  if (!id.success) {
    throw new AuthError('validation_failed', 'user_id must be an UUID', { status: 404 });
  }
  const user = await findUser(sql, id.data);
  if (!user) throw new AuthError('user_not_found', 'User not found');
  return user;
}
