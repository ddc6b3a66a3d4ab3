/** Limits on what one request may ask for. */
export const defaultLimits = {
  /** Levels of embeds inside one another. */
  embedDepth: 5,
  /** Embeds at all levels. */
  embeds: 20,
  /** Rows that the to-many embeds return, of all parents together. */
  embedRows: 50_000,
  /** Size of the response's JSON, bytes. */
  responseBytes: 4 * 1024 * 1024,
};

export type RestLimits = { readonly [Name in keyof typeof defaultLimits]: number };
