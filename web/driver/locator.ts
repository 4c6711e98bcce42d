import type { SentDriverEvent } from '#contract/driver/events.ts'

type Fix = NonNullable<SentDriverEvent['fix']>

const CONSENT_KEY = 'driver-location'
const MAX_AGE_MS = 120_000

/** On this phone only, and not part of what must never be lost: the default is to ask again. */
export const isLocationAllowed = (): boolean => localStorage.getItem(CONSENT_KEY) === 'allowed'

export function allowLocation(isAllowed: boolean): void {
  localStorage.setItem(CONSENT_KEY, isAllowed ? 'allowed' : 'refused')
}

let latest: { fix: Fix; at: number } | undefined

/**
 * Asks for the position when a stop is opened, so that it is there when the driver saves: an entry
 * never waits for a satellite.
 */
export function requestFix(): void {
  if (!isLocationAllowed() || !('geolocation' in navigator)) return
  navigator.geolocation.getCurrentPosition(
    ({ coords }) => {
      const { latitude: lat, longitude: lon, accuracy } = coords
      latest = { fix: { lat, lon, accuracy: Math.min(accuracy, 1_000_000) }, at: performance.now() }
    },
    // Refused or without a signal: the entry counts without a position.
    () => undefined,
    { enableHighAccuracy: true, timeout: 20_000, maximumAge: 30_000 },
  )
}

export function currentFix(): Fix | undefined {
  if (!latest || !isLocationAllowed()) return undefined
  return performance.now() - latest.at < MAX_AGE_MS ? latest.fix : undefined
}
