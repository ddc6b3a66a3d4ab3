import { OperatorError } from '../../lib/operator-error.ts';

/** A backup that cannot be made or restored; the message is meant for the operator. */
export class BackupError extends OperatorError {
  override name = 'BackupError';
}
