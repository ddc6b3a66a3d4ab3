import { resolve } from 'node:path';
import { ConfigError } from './config-error.ts';
import { TrustedProxies } from '../lib/trusted-proxies.ts';
import { readLimits, type Limits } from './limits.ts';

/** The configuration from the environment, read once at the start. */
export interface Config {
  readonly host: string;
  readonly port: number;
  /** Absolute folder of database files, objects and keys. */
  readonly dataDir: string;
  /** Absolute folder with config.toml, migrations/ and functions/. */
  readonly supabaseFolder: string;
  /** An outside PostgreSQL, or null for the embedded one. */
  readonly databaseUrl: string | null;
  /** Origin used in mails, previews and redirects; never ends in a slash. */
  readonly publicUrl: string;
  /** The mail server; null writes mails to DATA_DIR/mail. */
  readonly smtpUrl: string | null;
  /** The key that signs mails; null leaves that to the mail server. */
  readonly dkim: DkimSettings | null;
  /** Reverse proxies whose forwarding headers are trusted; none by default. */
  readonly trustedProxies: TrustedProxies;
  /** Port of this machine for /metrics; null serves no metrics. */
  readonly metricsPort: number | null;
  readonly logLevel: string;
  /** Absolute path of a list of refused passwords, `off`, or null for the list in this package. */
  readonly leakedPasswords: string | null;
  /** Whether every client may join and send to Broadcast topics that are not private. */
  readonly publicChannels: boolean;
  /** Hosts that SQL may send requests to, as in a URL. */
  readonly outgoingHosts: ReadonlySet<string>;
  /** Origins of push services besides those of browsers. */
  readonly pushOrigins: readonly string[];
  readonly limits: Limits;
}

/** Where receivers of mails find the public key: at `<selector>._domainkey.<domain of the sender>`. */
export interface DkimSettings {
  /** Absolute path of the private key. */
  readonly keyFile: string;
  readonly selector: string;
}

const readPort = (name: string, text: string): number => {
  const port = Number(text);
  if (!Number.isInteger(port) || port < 0 || port > 65_535) {
    throw new ConfigError(`${name} must be a whole number from 0 to 65535, not "${text}".`);
  }
  return port;
};

/**
 * Reads a URL from the environment, without trailing slashes; null when it is not set.
 * @throws {ConfigError}
 */
export const readUrl = (name: string, text: string | undefined): string | null => {
  if (!text) return null;
  if (!URL.canParse(text)) throw new ConfigError(`${name} is not a URL.`);
  return text.replace(/\/+$/, '');
};

/**
 * Reads the public address from the environment.
 * @throws {ConfigError} for an address that is not the root of a host: pages and the protocol are served there
 */
const readOrigin = (name: string, text: string | undefined): string | null => {
  const url = readUrl(name, text);
  if (url === null) return null;
  const { protocol, origin, href } = new URL(url);
  if (!/^https?:$/.test(protocol)) {
    throw new ConfigError(`${name} must begin with https:// or http://, not "${protocol}".`);
  }
  if (href !== `${origin}/`) {
    throw new ConfigError(
      `${name} must be an address without a path, such as ${origin}, not "${url}": the site is served at the root of a host.`,
    );
  }
  return url;
};

const readProxies = (text: string | undefined): TrustedProxies => {
  try {
    return new TrustedProxies(text);
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new ConfigError(`TRUSTED_PROXIES: ${reason}.`, { cause });
  }
};

const readSwitch = (name: string, text: string): boolean => {
  if (text !== 'on' && text !== 'off') {
    throw new ConfigError(`${name} must be on or off, not "${text}".`);
  }
  return text === 'on';
};

/** Reads hosts as in a URL: `api.example.com`, or `api.example.com:8443`. */
const readHosts = (name: string, text = ''): ReadonlySet<string> => {
  const hosts = text.split(/[\s,]+/).filter((host) => host !== '');
  for (const host of hosts) {
    if (!URL.canParse(`https://${host}`) || new URL(`https://${host}`).host !== host) {
      throw new ConfigError(
        `${name} must be hosts such as api.example.com or api.example.com:8443, not "${host}".`,
      );
    }
  }
  return new Set(hosts);
};

/** Reads origins such as `https://push.example.com`. */
const readOrigins = (name: string, text = ''): readonly string[] => {
  const origins = text.split(/[\s,]+/).filter((origin) => origin !== '');
  for (const origin of origins) {
    if (!URL.canParse(origin) || new URL(origin).origin !== origin) {
      throw new ConfigError(
        `${name} must be origins, each https:// or http:// and a host, not "${origin}".`,
      );
    }
  }
  return origins;
};

/** @throws {ConfigError} where only one of the two is set */
const readDkimSettings = (env: NodeJS.ProcessEnv, folder: string): DkimSettings | null => {
  const { DKIM_KEY: keyFile, DKIM_SELECTOR: selector } = env;
  if (!keyFile && !selector) return null;
  if (!keyFile || !selector) throw new ConfigError('DKIM_KEY and DKIM_SELECTOR need each other.');
  if (!/^[a-z\d-]+(?:\.[a-z\d-]+)*$/i.test(selector)) {
    throw new ConfigError(`DKIM_SELECTOR must be a part of a host's name, not "${selector}".`);
  }
  return { keyFile: resolve(folder, keyFile), selector };
};

const readLeakedPasswordsSetting = (text: string | undefined, folder: string): string | null => {
  if (!text) return null;
  return text === 'off' ? text : resolve(folder, text);
};

/**
 * Reads the configuration from the environment.
 * @throws {ConfigError} naming the variable that is wrong
 */
export function readConfig(env: NodeJS.ProcessEnv, folder = process.cwd()): Config {
  const host = env.HOST || '127.0.0.1';
  const port = readPort('PORT', env.PORT || '3000');
  const shownHost = host === '0.0.0.0' || host === '::' ? 'localhost' : host;
  return {
    host,
    port,
    dataDir: resolve(folder, env.DATA_DIR || '.data'),
    supabaseFolder: resolve(folder, env.SUPABASE_FOLDER || 'supabase'),
    databaseUrl: readUrl('DATABASE_URL', env.DATABASE_URL),
    publicUrl: readOrigin('PUBLIC_URL', env.PUBLIC_URL) ?? `http://${shownHost}:${port}`,
    smtpUrl: readUrl('SMTP_URL', env.SMTP_URL),
    dkim: readDkimSettings(env, folder),
    trustedProxies: readProxies(env.TRUSTED_PROXIES),
    metricsPort: env.METRICS_PORT ? readPort('METRICS_PORT', env.METRICS_PORT) : null,
    leakedPasswords: readLeakedPasswordsSetting(env.LEAKED_PASSWORDS, folder),
    publicChannels: readSwitch('REALTIME_PUBLIC_CHANNELS', env.REALTIME_PUBLIC_CHANNELS || 'off'),
    pushOrigins: readOrigins('PUSH_ORIGINS', env.PUSH_ORIGINS),
    outgoingHosts: readHosts('OUTGOING_HOSTS', env.OUTGOING_HOSTS),
    limits: readLimits(env),
    logLevel: env.LOG_LEVEL || (process.stdout.isTTY ? 'warn' : 'info'),
  };
}
