/** A backup that can't be written, read or trusted. The message is for the person at the terminal. */
export class BackupError extends Error {}

export const damaged = () =>
  new BackupError('The backup is incomplete or damaged. Use another one.')
