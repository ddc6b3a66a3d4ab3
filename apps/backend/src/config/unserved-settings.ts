import { duration } from './toml-values.ts';
import type { WrittenSetting } from './unread-settings.ts';

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

interface Requirement {
  readonly path: RegExp;
  /** Whether the value is how this backend behaves anyway. */
  readonly isMet: (value: unknown) => boolean;
  /** How this backend behaves, for the message. */
  readonly why: string;
}

const only =
  (...values: readonly unknown[]) =>
  (value: unknown): boolean =>
    values.includes(value);

/** Least time between two mails of a kind to an address here, s. */
const mailInterval = 60;

/**
 * Settings that must have the value by which this backend behaves: an operator who asks for a
 * protection, or switches a service off, would otherwise believe that it is so.
 */
const requirements: readonly Requirement[] = [
  {
    path: /^(?:auth|edge_runtime|realtime|storage)\.enabled$/,
    isMet: only(true),
    why: 'no service can be switched off here',
  },
  {
    path: /^api\.auto_expose_new_tables$/,
    isMet: only(true),
    why: 'new tables are granted to the roles of the API here; revoke that in a migration',
  },
  {
    path: /^db\.migrations\.enabled$/,
    isMet: only(true),
    why: 'migrations are always applied at the start',
  },
  {
    path: /^db\.(?:network_restrictions|ssl_enforcement)\.enabled$/,
    isMet: only(false),
    why: 'who may reach the database, and how, is decided by its host',
  },
  {
    path: /^auth\.enable_anonymous_sign_ins$/,
    isMet: only(false),
    why: 'there are no anonymous accounts here',
  },
  {
    path: /^auth\.enable_refresh_token_rotation$/,
    isMet: only(true),
    why: 'refresh tokens are always rotated here',
  },
  {
    path: /^auth\.password_requirements$/,
    isMet: only(''),
    why: 'passwords are asked for their length alone, by minimum_password_length',
  },
  { path: /^auth\.captcha\.enabled$/, isMet: only(false), why: 'no captchas are asked for here' },
  {
    path: /^auth\.sessions\./,
    isMet: only('', '0s'),
    why: 'sessions do not end by themselves here',
  },
  {
    path: /^auth\.hook\.\w+\.enabled$/,
    isMet: only(false),
    why: 'send_sms is the only hook that is called here',
  },
  {
    path: /^auth\.rate_limit\./,
    isMet: () => false,
    why: 'rates are limited here, but not by this setting; leave it out',
  },
  {
    path: /^auth\.email\.max_frequency$/,
    isMet: (value) => {
      const seconds = duration.safeParse(value);
      return seconds.success && seconds.data <= mailInterval;
    },
    why: `an address is mailed the same once in ${mailInterval} s here, and not more seldom`,
  },
];

export interface UnservedSettings {
  /** Settings that would be missed, each with the reason: the backend does not start. */
  readonly refused: readonly string[];
  /** Settings without effect, by name. */
  readonly ignored: readonly string[];
}

/** Divides the settings of config.toml that nothing reads into refused and ignored ones. */
export function classifyUnread(settings: readonly WrittenSetting[]): UnservedSettings {
  const refused: string[] = [];
  const ignored: string[] = [];
  for (const { path, value } of settings) {
    const requirement = requirements.find((each) => each.path.test(path));
    if (requirement) {
      if (!requirement.isMet(value)) {
        refused.push(`${path} = ${JSON.stringify(value)}: ${requirement.why}`);
      }
      continue;
    }
    // A section that is switched off asks for nothing.
    if (isToolSetting(path) || (path.endsWith('.enabled') && value === false)) continue;
    ignored.push(path);
  }
  return { refused, ignored };
}
