/** A backup that can't be written, read or trusted. The message is for the person at the terminal. */
export class BackupError extends Error {}

export const damaged = () =>
  new BackupError('The backup is incomplete or damaged. Use another one.')

/** Nothing was changed in the target. */
export class UntouchedError extends BackupError {}

/** The target has tables of something else, which are left alone. */
export class NotEmptyError extends UntouchedError {
  constructor() {
    super('The database is not empty. Restore a backup into an empty one.')
  }
}
