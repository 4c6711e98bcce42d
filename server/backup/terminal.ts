import { ConfigError } from '#server/config/environment.ts'
import { BackupError } from './backup-error.ts'

const PROGRESS_MS = 2_000
const number = new Intl.NumberFormat('en-US')

export const print = (line: string) => void process.stdout.write(`${line}\n`)

export const formatCount = (count: number) => number.format(count)

export const megabytes = (bytes: number) => `${(bytes / 1e6).toFixed(1)} MB`

/** One line every two seconds, so that a small backup prints none. */
export function progressPrinter() {
  let printedAt = performance.now()
  return (rows: number, ofRows: number) => {
    if (performance.now() - printedAt < PROGRESS_MS) return
    printedAt = performance.now()
    print(`${formatCount(rows)} of ${formatCount(ofRows)} rows`)
  }
}

const reasons: Record<string, string> = {
  ENOENT: 'There is no such file.',
  EISDIR: 'This is a folder, not a backup.',
  ENOSPC: 'The disk is full.',
  EACCES: 'The folder or file may not be used by this user.',
  EEXIST: 'A backup was started in this folder at the same moment. Try again.',
  ECONNREFUSED: 'The database is not reachable.',
  ENOTFOUND: 'The database is not reachable.',
}

/** An expected error as one line for the person at the terminal. Others are thrown again. */
export function describeError(error: unknown): string {
  if (error instanceof ConfigError) return `Configuration error: ${error.message}`
  if (error instanceof BackupError) return error.message
  const { code, message } = error as NodeJS.ErrnoException
  const reason = code && reasons[code]
  if (!reason) throw error
  return `${reason} (${message})`
}
