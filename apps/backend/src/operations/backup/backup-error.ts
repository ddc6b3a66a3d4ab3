import { OperatorError } from '../../lib/operator-error.ts';

/** A backup that cannot be created or restored; the message is for the operator. */
export class BackupError extends OperatorError {
  override name = 'BackupError';
}
