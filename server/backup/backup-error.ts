/** A backup that can't be written, read or trusted. The message is for the person at the terminal. */
export class BackupError extends Error {}

export const damaged = () =>
  new BackupError('The backup is incomplete or damaged. Use another one.')

/** The target has tables of something else, which are left alone. */
export class NotEmptyError extends BackupError {
  constructor() {
    super('The database is not empty. Restore a backup into an empty one.')
  }
}
