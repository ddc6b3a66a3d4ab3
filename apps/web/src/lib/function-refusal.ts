/**
 * The code and the message in the response of a server function.
 *
 * @param cause the error of supabase-js
 * @param general the message if there was no such response
 */
export async function functionRefusal(
  cause: unknown,
  general: string,
): Promise<{ code: string | undefined; message: string }> {
  const response = cause instanceof Error && 'context' in cause ? cause.context : undefined;
  if (!(response instanceof Response)) return { code: undefined, message: general };
  const body: unknown = await response.json().catch(() => undefined);
  const { code, message } = (body ?? {}) as Partial<Record<string, unknown>>;
  return {
    code: typeof code === 'string' ? code : undefined,
    message: typeof message === 'string' ? message : general,
  };
}
