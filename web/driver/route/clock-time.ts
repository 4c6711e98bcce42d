/**
 * The time of day that the shop's clocks show. A route stored before it had a time zone, and a phone
 * without the time zone, show the phone's own time.
 */
export function clockTime(instant: string, timeZone: string | undefined): string {
  return clockIn(timeZone).format(new Date(instant))
}

function clockIn(timeZone: string | undefined): Intl.DateTimeFormat {
  const options = { hour: 'numeric', minute: '2-digit' } as const
  try {
    return new Intl.DateTimeFormat('en-US', { ...options, timeZone })
  } catch {
    return new Intl.DateTimeFormat('en-US', options)
  }
}
