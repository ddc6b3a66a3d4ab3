/** The variables of functions that send push messages. */
export function pushEnvironment(
  keys: { readonly publicKey: string; readonly privateKey: string },
  publicUrl: string,
): Record<string, string> {
  const { protocol, hostname } = new URL(publicUrl);
  return {
    VAPID_PUBLIC_KEY: keys.publicKey,
    VAPID_PRIVATE_KEY: keys.privateKey,
    // Push services accept only these two forms of the operator's contact.
    VAPID_SUBJECT: protocol === 'https:' ? publicUrl : `mailto:postmaster@${hostname}`,
  };
}
