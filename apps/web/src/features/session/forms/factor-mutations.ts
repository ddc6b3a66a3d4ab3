import { useMutation } from '@tanstack/react-query';
import { useClient } from '#lib/app.ts';
import type { SupabaseClient } from '#lib/supabase.ts';

/** Sends a code to a phone factor. @returns the id of the challenge that the code answers */
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
 * Verifies a factor's code. This raises the session to assurance level aal2 in all tabs; a factor
 * that is being set up becomes verified, and signing in requires a factor from then on.
 */
export function useVerifyFactor() {
  const client = useClient();
  return useMutation({
    mutationFn: async (answer: { factorId: string; code: string; challengeId?: string }) => {
      const { mfa } = await client.auth();
      const { challengeId = await challenge(client, answer.factorId), factorId, code } = answer;
      const { error } = await mfa.verify({ factorId, challengeId, code });
      if (error) throw error;
    },
  });
}

/** Creates a challenge for an authenticator app, which itself receives nothing. */
async function challenge(client: SupabaseClient, factorId: string): Promise<string> {
  const { data, error } = await (await client.auth()).mfa.challenge({ factorId });
  if (error) throw error;
  return data.id;
}

/** Fetches a new token that contains changes to the account's factors. */
export function useRefreshSession() {
  const client = useClient();
  return useMutation({
    mutationFn: async () => {
      const { error } = await (await client.auth()).refreshSession();
      if (error) throw error;
    },
  });
}
