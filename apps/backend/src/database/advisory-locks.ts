// Numbers of PostgreSQL's advisory locks. They are arbitrary, but must differ from each other and
// from those of a project's own SQL.

/** Held by a backup for as long as it takes: one runs at a time. */
export const backupLock = 0x756e64;

/**
 * Held by a backup while it lists the bytes of every object. Code that removes bytes takes it first, after
 * their row is deleted; see `BytesRemoval`.
 */
export const linkingLock = 0x756e65;

/** Held by the backend that runs the database's scheduled jobs. */
export const schedulerLock = 0x756e66;

/** Held with a job's id, as the second of two numbers, by the session in which the job runs. */
export const jobLock = 0x756e67;
