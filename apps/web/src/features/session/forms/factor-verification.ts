import type { SupabaseClient } from '#lib/supabase.ts';

/** Sends a code to a phone factor. @returns the id of the challenge that the code answers */
export async function sendFactorCode(client: SupabaseClient, factorId: string): Promise<string> {
  const { mfa } = await client.auth();
  const { data, error } = await mfa.challenge({ factorId, channel: 'sms' });
  if (error) throw error;
  return data.id;
}

/** A code with the challenge that it answers: the given one, or by default a new one. */
interface FactorAnswer {
  factorId: string;
  code: string;
  challengeId?: string;
}

/**
 * Verifies a factor's code. This raises the session to assurance level aal2 in all tabs. A factor that
 * is being set up becomes verified, and signing in then requires a factor.
 */
export async function verifyFactor(client: SupabaseClient, answer: FactorAnswer): Promise<void> {
  const { mfa } = await client.auth();
  const { factorId, code, challengeId } = answer;
  const { error } =
    challengeId === undefined
      ? await mfa.challengeAndVerify({ factorId, code })
      : await mfa.verify({ factorId, challengeId, code });
  if (error) throw error;
}

/** Fetches a new token that contains changes to the account's factors. */
export async function refreshSession(client: SupabaseClient): Promise<void> {
  const { error } = await (await client.auth()).refreshSession();
  if (error) throw error;
}
