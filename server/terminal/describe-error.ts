import { DrizzleQueryError } from 'drizzle-orm'
import { BackupError } from '../backup/backup-error.ts'
import { ConfigError } from '../config/environment.ts'
import { isLostConnection } from '../db/transient-error.ts'

const reasons: Record<string, string> = {
  ENOENT: 'There is no such file.',
  EISDIR: 'This is a folder, not a backup.',
  ENOSPC: 'The disk is full.',
  EACCES: 'The folder or file may not be used by this user.',
  EEXIST: 'A backup was started in this folder at the same moment. Try again.',
  // PostgreSQL's: invalid_password, invalid_authorization_specification, invalid_catalog_name.
  '28P01': 'The database rejects this user or password.',
  '28000': 'The database rejects this user or password.',
  '3D000': 'There is no such database.',
}

/** An expected error as one line for the person at the terminal. Others are thrown again. */
export function describeError(error: unknown): string {
  if (error instanceof ConfigError) return `Configuration error: ${error.message}`
  if (error instanceof BackupError) return error.message
  const origin = error instanceof DrizzleQueryError ? error.cause : error
  const { code, message, cause } = origin as NodeJS.ErrnoException
  // An error with a cause is the card provider's, whose connection is another one.
  const isLost = cause === undefined && isLostConnection(origin)
  const reason = isLost ? 'The database is not reachable.' : code && reasons[code]
  if (!reason) throw error
  // A host with several addresses fails with several errors, and without a message.
  return message ? `${reason} (${message})` : reason
}
