import { z } from 'zod';
import { recordAuditEntry } from '../accounts/audit-log.ts';
import type { Endpoint } from '../auth-context.ts';
import { requireClaims, requireUser } from '../accounts/require-user.ts';
import { readClientInfo } from '../client-info.ts';
import { AuthError, validationFailed } from '../errors.ts';
import { replaceUnlinkedEmail } from '../oauth/replace-unlinked-email.ts';
import { requireManualLinking } from '../oauth/link-identity-to-account.ts';
import { updateProviders } from '../accounts/identities.ts';
import { requireAal2 } from '../sessions/require-aal2.ts';
import { findUser } from '../accounts/users.ts';

/** `DELETE /user/identities/{id}`: unlinks an identity from the caller's account, which must have another one. */
export const unlinkIdentity: Endpoint = (auth) => async (context) => {
  const caller = await requireUser(auth, context);
  const { id: userId } = caller;
  requireManualLinking(auth);
  await requireAal2(auth, requireClaims(context), caller, 'link or unlink identities');
  const id = z.uuid().safeParse(context.req.param('id'));
  if (!id.success) throw validationFailed('identity_id must be an UUID', { status: 404 });
  await auth.sql.begin(async (sql) => {
    // Locked, so that two requests at once cannot unlink the last two identities.
    await sql`select from auth.users where id = ${userId} for update`;
    const user = (await findUser(sql, userId))!;
    if (user.identities.length <= 1) {
      throw new AuthError(
        'single_identity_not_deletable',
        'User must have at least 1 identity after unlinking',
      );
    }
    const identity = user.identities.find((each) => each.id === id.data);
    if (!identity) throw new AuthError('identity_not_found', "Identity doesn't exist");
    const { provider, provider_id } = identity;
    const traits = { identity_id: identity.id, provider, provider_id };
    await recordAuditEntry(sql, 'identity_unlinked', user, readClientInfo(context).address, traits);
    await sql`delete from auth.identities where id = ${identity.id}`;
    await replaceUnlinkedEmail(sql, user, identity.id, auth.settings.email.enable_confirmations);
    await updateProviders(sql, user.id);
  });
  return context.json({});
};
