const MINUTE_MS = 60_000
const MAX_BACKOFF_MS = 60 * MINUTE_MS

/** About two days of attempts: a mail server may be down for a weekend. */
export const MAX_EMAIL_ATTEMPTS = 50

/** Delay after the n-th failed attempt: 1, 2, 4 … minutes, at most an hour. */
export function emailBackoffMs(attempts: number): number {
  return Math.min(2 ** (attempts - 1) * MINUTE_MS, MAX_BACKOFF_MS)
}
