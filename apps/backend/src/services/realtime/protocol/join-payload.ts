import { z } from 'zod';

/** A boolean; older clients send `"true"` or `"false"`. */
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
  /** Null if the client sent none; then the role of its api key applies. */
  readonly accessToken: unknown;
  /** The `postgres_changes` entries as the client sent them. */
  readonly bindings: readonly Readonly<Record<string, unknown>>[];
  readonly isPrivate: boolean;
  readonly broadcast: {
    /** Whether the client expects acknowledgements (`ack`), and its own messages (`self`). */
    readonly acknowledges: boolean;
    readonly receivesOwn: boolean;
    /** Whether the client waits for a `system` message once broadcasts by SQL will reach it. */
    readonly awaitsReplication: boolean;
  };
  /** The name of a requested feature that is not served, or null. */
  readonly notServed: string | null;
}

/** Parses the payload of a `phx_join`; null when it is malformed. */
export function readJoinPayload(payload: unknown): JoinPayload | null {
  const { data } = joinSchema.safeParse(payload);
  if (!data) return null;
  const config = data.config ?? {};
  const bindings = (config.postgres_changes ?? []).filter((binding) => binding !== null);
  const unserved = {
    Presence: config.presence?.enabled,
    'Replay of broadcasts': config.broadcast?.replay,
  };
  const [notServed] = Object.entries(unserved).find(([, isOn]) => Boolean(isOn)) ?? [null];
  return {
    accessToken: data.user_token ?? data.access_token ?? null,
    bindings,
    isPrivate: config.private === true,
    broadcast: {
      acknowledges: config.broadcast?.ack === true,
      receivesOwn: config.broadcast?.self === true,
      awaitsReplication: config.broadcast?.replication_ready === true,
    },
    notServed,
  };
}
