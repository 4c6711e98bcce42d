/**
 * Whether this is the zone of a place, or UTC. Abbreviations such as EST have no daylight saving time,
 * and PostgreSQL reads the sign of offsets such as +05:00 the other way round.
 */
export function isTimeZone(zone: string): boolean {
  if (zone !== 'UTC' && !zone.includes('/')) return false
  try {
    return Boolean(new Intl.DateTimeFormat('en-US', { timeZone: zone }))
  } catch {
    return false
  }
}
