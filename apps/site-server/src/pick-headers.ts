/** The headers of a list that a message has. */
export const pickHeaders = (from: Headers, names: readonly string[]): Record<string, string> =>
  Object.fromEntries(
    names.flatMap((name) => {
      const value = from.get(name);
      return value === null ? [] : [[name, value]];
    }),
  );
