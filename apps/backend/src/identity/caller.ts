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

/** The identity on whose behalf a request acts. The database sets it before it runs a statement. */
export interface Caller {
  readonly role: Role;
  /** Null for a bare api key. */
  readonly claims: Claims | null;
  /** The client for which slots and connections are counted. */
  readonly client: Client;
  /** Search path for unqualified names, as SQL; null for the connection's own. */
  readonly searchPath?: string | null;
  /** PostgreSQL's settings for the transaction, by their names. */
  readonly settings?: Readonly<Record<string, string>> | undefined;
  /** The parts of the request that policies and functions may read, as in PostgREST. */
  readonly request: {
    readonly method: string;
    readonly path: string;
    /** Lower-case names; without credentials. */
    readonly headers: Readonly<Record<string, string>>;
  };
}

/** The client of a request whose caller has been identified. */
export const identifiedClient = (client: Client, role: Role, account: string | null): Client =>
  role === 'service_role' ? { ...client, address: operator.address } : { ...client, account };

/**
 * Verifies an access token: signature, times, issuer, audience, and that its
 * session has not ended.
 * @throws {RequestError} 401 with code `bad_jwt` or `session_not_found`
 */
export type VerifyToken = (token: string) => Promise<Claims>;

/**
 * Requires that a session is still live. Work that outlives the request that brought the token calls it.
 * @throws {RequestError} 401 with code `session_not_found`
 */
export type RequireSession = (claims: Pick<Claims, 'session_id' | 'sub'>) => Promise<void>;
