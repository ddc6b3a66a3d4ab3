const hashOf = async (text: string): Promise<string> => {
  const hash = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text));
  return String(new Uint8Array(hash));
};

/** Whether a request is of the server itself: its `apikey` is the secret key. */
export async function isServer(request: Request, secretKey: string): Promise<boolean> {
  // Comparing hashes takes the same time for every wrong key.
  const given = request.headers.get('apikey') ?? '';
  return (await hashOf(given)) === (await hashOf(secretKey));
}
