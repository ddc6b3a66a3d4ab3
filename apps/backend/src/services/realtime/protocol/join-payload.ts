import { z } from 'zod';

/** Flags come as booleans, or as their words from older clients. */
const flag = z
  .union([z.boolean(), z.enum(['true', 'false']).transform((word) => word === 'true')])
  .nullish();

const joinSchema = z.object({
  access_token: z.unknown().optional(),
  user_token: z.unknown().optional(),
  config: z
    .object({
      private: flag,
      presence: z.object({ enabled: flag }).nullish(),
      broadcast: z
        .object({
          ack: flag,
          self: flag,
          replay: z.unknown().optional(),
          replication_ready: flag,
        })
        .nullish(),
      postgres_changes: z.array(z.record(z.string(), z.unknown()).nullable()).nullish(),
    })
    .nullish(),
});

export interface JoinPayload {
  /** Null for none: the api key speaks then. */
  readonly accessToken: unknown;
  /** The bindings as the client wrote them. */
  readonly bindings: readonly Readonly<Record<string, unknown>>[];
  /** What it asks for that is not served, by name. */
  readonly notServed: string | null;
}

/** Reads the payload of a `phx_join`; null when it is none. */
export function readJoinPayload(payload: unknown): JoinPayload | null {
  const { data } = joinSchema.safeParse(payload);
  if (!data) return null;
  const config = data.config ?? {};
  const bindings = (config.postgres_changes ?? []).filter((binding) => binding !== null);
  const asked = {
    'Private channels': config.private,
    Presence: config.presence?.enabled,
    'Replay of broadcasts': config.broadcast?.replay,
    'Broadcast from the database': config.broadcast?.replication_ready,
    // realtime-js sends its settings with every join: what a channel is for shows in the rest.
    Broadcast: config.broadcast?.ack || config.broadcast?.self || bindings.length === 0,
  };
  const [notServed] = Object.entries(asked).find(([, isAsked]) => Boolean(isAsked)) ?? [null];
  return {
    accessToken: data.user_token ?? data.access_token ?? null,
    bindings,
    notServed,
  };
}
