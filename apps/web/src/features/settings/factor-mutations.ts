import { useMutation } from '@tanstack/react-query';
import { useApp, useClient } from '#lib/app.ts';
import type { SupabaseClient } from '#lib/supabase.ts';
import { securityKeys } from './queries.ts';

/** What an authenticator app is to be shown. */
export interface AppSetup {
  factorId: string;
  /** An image, as a data URI. */
  qrCode: string;
  /** The same for typing. */
  secret: string;
}

/** Begins to set up an authenticator app; it counts once a code of it has been verified. */
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

/** Begins to set up a phone. @returns the id of the factor, to which a code can be sent */
export function useEnrollPhone() {
  const client = useClient();
  return useMutation({
    mutationFn: async (phone: string): Promise<string> => {
      const friendlyName = await freeName(client, `Phone ${phone.slice(-4)}`);
      const { mfa } = await client.auth();
      const { data, error } = await mfa.enroll({ factorType: 'phone', phone, friendlyName });
      if (error) throw error;
      return data.id;
    },
  });
}

/**
 * A name that no other factor of the account has, as the server demands. Clears
 * away what was begun and never finished, which would hold on to its name.
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

/** Takes a factor from the account. The token is fetched anew, for it still speaks of the factor. */
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
