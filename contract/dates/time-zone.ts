/**
 * Whether this is a named zone. Offsets such as +05:00 are rejected, because PostgreSQL reads their
 * sign the other way round.
 */
export function isTimeZone(zone: string): boolean {
  if (!/^[a-z]/i.test(zone)) return false
  try {
    return Boolean(new Intl.DateTimeFormat('en-US', { timeZone: zone }))
  } catch {
    return false
  }
}
