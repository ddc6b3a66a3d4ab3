import { operator, type Client } from './client.ts';

/** The three roles that a request may act as, named as on Supabase. */
export type Role = 'anon' | 'authenticated' | 'service_role';

/** The claims of a verified access token. */
export interface Claims {
  readonly sub: string;
  readonly role: Role;
  readonly session_id: string;
  readonly aal: 'aal1' | 'aal2';
  readonly exp: number;
  readonly [claim: string]: unknown;
}

/** On whose behalf a request acts: what the database is told before it runs anything. */
export interface Caller {
  readonly role: Role;
  /** Null for a bare api key. */
  readonly claims: Claims | null;
  /** Whom turns and connections are counted for. */
  readonly client: Client;
  /** Schemas in which names without one are looked for, as SQL; the connection's own otherwise. */
  readonly searchPath?: string | null;
  /** PostgreSQL's settings for the transaction, by their names. */
  readonly settings?: Readonly<Record<string, string>> | undefined;
  /** What policies and functions may read of the request, as PostgREST gives it to them. */
  readonly request: {
    readonly method: string;
    readonly path: string;
    /** Lower-case names; without credentials. */
    readonly headers: Readonly<Record<string, string>>;
  };
}

/** The client of a request, once it is known on whose behalf the request acts. */
export const identifiedClient = (client: Client, role: Role, account: string | null): Client =>
  role === 'service_role' ? { ...client, address: operator.address } : { ...client, account };

/**
 * Verifies an access token: signature, times, issuer, audience, and that its
 * session has not ended.
 * @throws {RequestError} 401 with code `bad_jwt` or `session_not_found`
 */
export type VerifyToken = (token: string) => Promise<Claims>;

/**
 * Asks whether a session may still be acted for: for what outlives the request that its token came
 * with.
 * @throws {RequestError} 401 with code `session_not_found`
 */
export type RequireSession = (claims: Pick<Claims, 'session_id' | 'sub'>) => Promise<void>;
