const FIRST_MS = 1_000
const MAX_MS = 5 * 60_000

/**
 * How long to wait after this many failures in a row: doubled each time, and up to half of it random,
 * so that thirty phones do not come back in the same second.
 */
export function backOffMs(failures: number, random: number, retryAfterMs = 0): number {
  const full = Math.min(MAX_MS, FIRST_MS * 2 ** Math.min(Math.max(failures - 1, 0), 20))
  return Math.max(retryAfterMs, Math.round(full * (0.5 + random / 2)))
}
