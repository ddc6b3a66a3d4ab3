import type { Auth } from '../auth.ts';
import { AuthError } from '../errors.ts';

/** @throws {AuthError} `manual_linking_disabled` */
export function requireManualLinking({ settings }: Auth): void {
  if (!settings.enable_manual_linking) {
    throw new AuthError('manual_linking_disabled', 'Manual linking is disabled');
  }
}
