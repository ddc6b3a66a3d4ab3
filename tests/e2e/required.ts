/** What global-setup.ts has found out about the backend that the journeys run against. */
export function required(name: string): string {
  const value = process.env[name];
  if (!value) throw new Error(`${name} is set by global-setup.ts`);
  return value;
}
