/** A backup that cannot be made or restored; the message is meant for the operator. */
export class BackupError extends Error {
  override name = 'BackupError';
}
