import { z } from 'zod';
import { duration } from './toml-values.ts';

type Path = readonly PropertyKey[];

/** A key of config.toml that the schema does not have. */
interface UnreadSetting {
  /** With dots between its parts: `auth.captcha.enabled`. */
  readonly path: string;
  readonly value: unknown;
}

/**
 * Settings of the CLI's own tools on a developer's machine and of hosted projects, which no server
 * reads. A name stands for the key and for all keys within it.
 */
const toolSettings = [
  'project_id',
  'api.external_url',
  'api.port',
  'api.tls',
  'db.health_timeout',
  'db.major_version',
  'db.migrations.schema_paths',
  'db.pooler',
  'db.port',
  'db.seed',
  'db.shadow_port',
  'edge_runtime.deno_version',
  'edge_runtime.inspector_port',
  'edge_runtime.policy',
  'experimental',
  'analytics',
  'inbucket',
  'realtime.ip_version',
  'realtime.max_header_length',
  'remotes',
  'studio',
];

const isToolSetting = (path: string): boolean =>
  toolSettings.some((name) => path === name || path.startsWith(`${name}.`));

/** Shortest time between two mails of a kind to an address, s. */
const mailInterval = 60;

/**
 * Settings that must have a value with which this backend's behaviour agrees: an operator who asks
 * for a protection, or switches a service off, would otherwise believe that it is so.
 */
const requirements: readonly [path: RegExp, accepted: z.ZodType, reason: string][] = [
  [
    /^(?:auth|edge_runtime|realtime|storage)\.enabled$/,
    z.literal(true),
    'no service can be switched off here',
  ],
  [
    /^api\.auto_expose_new_tables$/,
    z.literal(true),
    'new tables are granted to the roles of the API here; revoke that in a migration',
  ],
  [/^db\.migrations\.enabled$/, z.literal(true), 'migrations are always applied at the start'],
  [
    /^db\.(?:network_restrictions|ssl_enforcement)\.enabled$/,
    z.literal(false),
    'the host of the database decides how it can be reached',
  ],
  [/^auth\.enable_anonymous_sign_ins$/, z.literal(false), 'there are no anonymous accounts here'],
  [
    /^auth\.enable_refresh_token_rotation$/,
    z.literal(true),
    'refresh tokens are always rotated here',
  ],
  [
    /^auth\.password_requirements$/,
    z.literal(''),
    'only the length of passwords is checked, by minimum_password_length',
  ],
  [/^auth\.captcha\.enabled$/, z.literal(false), 'no captchas are asked for here'],
  [/^auth\.sessions\./, z.enum(['', '0s']), 'sessions do not expire here'],
  [
    /^auth\.hook\.\w+\.enabled$/,
    z.literal(false),
    'before_user_created and send_sms are the only hooks that are called here',
  ],
  [
    /^auth\.rate_limit\./,
    z.never(),
    'rates are limited here, but not by this setting; leave it out',
  ],
  [
    /^auth\.email\.(?:template|notification)\.\w+\.content$/,
    z.never(),
    'name a file by content_path instead',
  ],
  [
    /^auth\.email\.max_frequency$/,
    duration.refine((seconds) => seconds <= mailInterval),
    `an address gets the same mail at most once in ${mailInterval} s here; the interval cannot be longer`,
  ],
];

const isTable = (value: unknown): value is Record<PropertyKey, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof Date);

/** Every key within a value; of a section that is switched off, only its `enabled`. */
function settingsWithin(path: string, value: unknown): UnreadSetting[] {
  if (!isTable(value)) return [{ path, value }];
  if (value.enabled === false) return [{ path: `${path}.enabled`, value: false }];
  return Object.entries(value).flatMap(([key, item]) => settingsWithin(`${path}.${key}`, item));
}

/** Removes a key from a table and returns its value. */
function takeValue(table: unknown, path: Path): unknown {
  const parent = path.slice(0, -1).reduce((value, key) => isTable(value) && value[key], table);
  const key = path.at(-1);
  if (!isTable(parent) || key === undefined) return undefined;
  const { [key]: value } = parent;
  delete parent[key];
  return value;
}

/**
 * Removes the keys that a schema of strict objects does not have, and returns them.
 * @param written the parsed config.toml
 */
function takeUnread(schema: z.ZodType, written: unknown): UnreadSetting[] {
  const issues = schema.safeParse(written).error?.issues ?? [];
  const paths = issues.flatMap((issue): Path[] =>
    issue.code === 'unrecognized_keys' ? issue.keys.map((key) => [...issue.path, key]) : [],
  );
  return paths.flatMap((path) => settingsWithin(path.join('.'), takeValue(written, path)));
}

export interface UnservedSettings {
  /** Settings that would be missed, each with the reason: the backend does not start. */
  readonly refused: readonly string[];
  /** Settings without effect, by name. */
  readonly ignored: readonly string[];
}

/**
 * Removes the settings that the schema does not have from the parsed config.toml, and divides them
 * into refused and ignored ones.
 */
export function takeUnserved(schema: z.ZodType, written: unknown): UnservedSettings {
  const refused: string[] = [];
  const ignored: string[] = [];
  for (const { path, value } of takeUnread(schema, written)) {
    const [, accepted, reason] = requirements.find(([each]) => each.test(path)) ?? [];
    if (accepted) {
      if (accepted.safeParse(value).success) continue;
      refused.push(`${path} = ${JSON.stringify(value)}: ${reason}`);
    } else if (!isToolSetting(path) && !(path.endsWith('.enabled') && value === false)) {
      // A section that is switched off has no effect anyway.
      ignored.push(path);
    }
  }
  return { refused, ignored };
}
