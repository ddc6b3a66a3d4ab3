import { duration } from './duration.ts';
import type { WrittenSetting } from './unread-settings.ts';

/**
 * What the CLI's own tools on a developer's machine do, and what it does for a hosted project:
 * no server is meant. A name stands for the key and for all within it.
 */
const forTools = [
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

const isForTools = (path: string): boolean =>
  forTools.some((name) => path === name || path.startsWith(`${name}.`));

interface Requirement {
  readonly path: RegExp;
  /** Whether what is written is what happens here anyway. */
  readonly isMet: (value: unknown) => boolean;
  /** What is not done here, or always. */
  readonly why: string;
}

const only =
  (...values: readonly unknown[]) =>
  (value: unknown): boolean =>
    values.includes(value);

/** Longest time between two mails to an address that GoTrue is asked for and that is kept here, s. */
const mailInterval = 60;

/**
 * What must be as it is here wherever it is written: whoever asks for a protection, or switches a
 * service off, would otherwise believe to have it.
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
  /** What would be missed, each with why: reasons not to start. */
  readonly refused: readonly string[];
  /** What changes nothing here, by name. */
  readonly ignored: readonly string[];
}

/** Sorts what config.toml says and nothing reads into what is refused and what is merely named. */
export function judgeUnread(settings: readonly WrittenSetting[]): UnservedSettings {
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
    // Whatever a section is for, here it is off.
    if (isForTools(path) || (path.endsWith('.enabled') && value === false)) continue;
    ignored.push(path);
  }
  return { refused, ignored };
}
