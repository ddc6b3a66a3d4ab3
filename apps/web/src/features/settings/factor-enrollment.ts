import { useMutation } from '@tanstack/react-query';
import { useApp, useClient } from '#lib/app.ts';
import type { SupabaseClient } from '#lib/supabase.ts';
import { securityKeys } from './security-queries.ts';

/** The data for setting up an authenticator app. */
export interface AppSetup {
  factorId: string;
  /** A QR code of the secret, as a data URI. */
  qrCode: string;
  /** The same secret as text, for typing. */
  secret: string;
}

/** Enrolls an authenticator app; the factor takes effect once a code of the app has been verified. */
export function useEnrollApp() {
  const client = useClient();
  return useMutation({
    mutationFn: async (): Promise<AppSetup> => {
      const friendlyName = await freeName(client, 'Authenticator app');
      const { mfa } = await client.auth();
      const { data, error } = await mfa.enroll({
        factorType: 'totp',
        issuer: 'Undertone',
        friendlyName,
      });
      if (error) throw error;
      return { factorId: data.id, qrCode: data.totp.qr_code, secret: data.totp.secret };
    },
  });
}

/** Enrolls a phone. @returns the factor's id; a code can then be sent to it */
export async function enrollPhone(client: SupabaseClient, phone: string): Promise<string> {
  const friendlyName = await freeName(client, `Phone ${phone.slice(-4)}`);
  const { mfa } = await client.auth();
  const { data, error } = await mfa.enroll({ factorType: 'phone', phone, friendlyName });
  if (error) throw error;
  return data.id;
}

/**
 * Returns a name that no other factor of the account has, as the server requires. Removes
 * unverified factors, which would keep their names occupied.
 */
async function freeName(client: SupabaseClient, wanted: string): Promise<string> {
  const { mfa } = await client.auth();
  const { data, error } = await mfa.listFactors();
  if (error) throw error;
  const unfinished = data.all.filter(({ status }) => status === 'unverified');
  for (const { id } of unfinished) {
    const removal = await mfa.unenroll({ factorId: id });
    if (removal.error) throw removal.error;
  }
  const taken = new Set(
    data.all.filter(({ status }) => status === 'verified').map((factor) => factor.friendly_name),
  );
  let name = wanted;
  for (let number = 2; taken.has(name); number += 1) name = `${wanted} ${number}`;
  return name;
}

/** Removes a factor from the account, and fetches a new token without that factor. */
export function useRemoveFactor() {
  const { client, queryClient } = useApp();
  return useMutation({
    mutationFn: async (factorId: string) => {
      const auth = await client.auth();
      const { error } = await auth.mfa.unenroll({ factorId });
      if (error) throw error;
      const refreshed = await auth.refreshSession();
      if (refreshed.error) throw refreshed.error;
      await queryClient.invalidateQueries({ queryKey: securityKeys.all });
    },
  });
}
