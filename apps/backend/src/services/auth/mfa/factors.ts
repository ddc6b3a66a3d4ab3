import { z } from 'zod';
import type { ProjectConfig } from '../../../config/project-config.ts';
import { AuthError, validationFailed } from '../errors.ts';

/** The served types of second factors, each with its method in a session's `amr`. */
export const methodOfFactor = { totp: 'totp', phone: 'mfa/phone' } as const;

export type FactorType = keyof typeof methodOfFactor;

/** A row of auth.mfa_factors without its secret. */
export interface Factor {
  readonly id: string;
  readonly friendly_name: string | null;
  /** Accounts that moved here may have factors of a type that is not served. */
  readonly factor_type: FactorType | 'webauthn';
  readonly status: 'unverified' | 'verified';
  /** Only digits. */
  readonly phone: string | null;
  readonly last_challenged_at: Date | string | null;
  /** Times inside JSON are PostgreSQL's text. */
  readonly created_at: Date | string;
  readonly updated_at: Date | string;
}

const toIsoString = (time: Date | string): string => new Date(time).toISOString();

/** The factor in GoTrue's JSON. */
export const factorJson = (factor: Factor) => ({
  id: factor.id,
  created_at: toIsoString(factor.created_at),
  updated_at: toIsoString(factor.updated_at),
  status: factor.status,
  friendly_name: factor.friendly_name || undefined,
  factor_type: factor.factor_type,
  phone: factor.phone ?? '',
  last_challenged_at: factor.last_challenged_at && toIsoString(factor.last_challenged_at),
});

/** Whether an account with these factors requires one of them after its password. */
export const requiresSecondFactor = (factors: readonly Factor[]): boolean =>
  factors.some(({ status }) => status === 'verified');

export const factorNotFound = () => new AuthError('mfa_factor_not_found', 'Factor not found');

/**
 * Finds the factor of an account that a request names. A factor of another account is refused like one
 * that does not exist.
 * @throws {AuthError} `validation_failed`, `mfa_factor_not_found`
 */
export function findOwnFactor(factors: readonly Factor[], id: string | undefined): Factor {
  if (!z.uuid().safeParse(id).success) {
    throw validationFailed('factor_id must be an UUID', { status: 404 });
  }
  const factor = factors.find((own) => own.id === id?.toLowerCase());
  if (!factor) throw factorNotFound();
  return factor;
}

/** A factor of a served type. */
export type ServedFactor = Factor & { readonly factor_type: FactorType };

/**
 * Refuses factors of a type that is not served, or that the settings disable.
 * @throws {AuthError} `mfa_totp_verify_not_enabled`, `mfa_phone_verify_not_enabled`,
 *   `mfa_webauthn_verify_not_enabled`
 */
export function requireUsableFactor(
  factor: Factor,
  settings: ProjectConfig['auth']['mfa'],
): asserts factor is ServedFactor {
  const { factor_type: type } = factor;
  if (type !== 'webauthn' && settings[type].verify_enabled) return;
  const name = { totp: 'TOTP', phone: 'Phone', webauthn: 'WebAuthn' }[type];
  throw new AuthError(`mfa_${type}_verify_not_enabled`, `MFA verification is disabled for ${name}`);
}
