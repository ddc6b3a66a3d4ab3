import { useMutation } from '@tanstack/react-query';
import { useClient } from '#lib/app.ts';
import type { SupabaseClient } from '#lib/supabase.ts';

/** Has a code sent to the phone of a factor. @returns the id of the challenge that the code answers */
export function useSendFactorCode() {
  const client = useClient();
  return useMutation({
    mutationFn: async (factorId: string): Promise<string> => {
      const { mfa } = await client.auth();
      const { data, error } = await mfa.challenge({ factorId, channel: 'sms' });
      if (error) throw error;
      return data.id;
    },
  });
}

/**
 * Shows a factor's code. The session is then a stronger one, here and in the
 * other tabs; a factor that was being set up is from then on asked for.
 */
export function useVerifyFactor() {
  const client = useClient();
  return useMutation({
    mutationFn: async (given: { factorId: string; code: string; challengeId?: string }) => {
      const { mfa } = await client.auth();
      const { challengeId = await challenge(client, given.factorId), factorId, code } = given;
      const { error } = await mfa.verify({ factorId, challengeId, code });
      if (error) throw error;
    },
  });
}

/** An authenticator app is challenged without being told. */
async function challenge(client: SupabaseClient, factorId: string): Promise<string> {
  const { data, error } = await (await client.auth()).mfa.challenge({ factorId });
  if (error) throw error;
  return data.id;
}

/** Fetches a new token, which knows of changes to the account's factors. */
export function useRefreshSession() {
  const client = useClient();
  return useMutation({
    mutationFn: async () => {
      const { error } = await (await client.auth()).refreshSession();
      if (error) throw error;
    },
  });
}
