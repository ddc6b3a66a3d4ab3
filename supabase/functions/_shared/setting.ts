/** A setting that the server gives every function. @throws when it does not */
export function setting(name: string): string {
  const value = Deno.env.get(name);
  if (!value) throw new Error(`${name} is not set`);
  return value;
}
