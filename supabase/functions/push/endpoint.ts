/** The push services of browsers: Chrome and most others, Firefox, Safari, Edge. A dot begins a name's end. */
const SERVICES = [
  'fcm.googleapis.com',
  '.push.services.mozilla.com',
  '.push.apple.com',
  '.notify.windows.com',
];

/**
 * Whether a request may be sent to an endpoint. A client has chosen it, so it could be any server of the
 * operator's network: only the push services of browsers are called, and further origins of the operator.
 *
 * @param origins as in a URL, e.g. `https://push.example`
 */
export function isPushService(endpoint: string, origins: ReadonlySet<string>): boolean {
  if (!URL.canParse(endpoint)) return false;
  const { protocol, hostname, port, username, password, origin } = new URL(endpoint);
  if (username !== '' || password !== '') return false;
  if (origins.has(origin)) return true;
  return (
    protocol === 'https:' &&
    port === '' &&
    SERVICES.some((name) => (name.startsWith('.') ? hostname.endsWith(name) : hostname === name))
  );
}
