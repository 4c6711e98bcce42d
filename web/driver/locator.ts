import type { SentDriverEvent } from '#contract/driver/events.ts'

type Fix = NonNullable<SentDriverEvent['fix']>

const CONSENT_KEY = 'driver-location'
/** After this long a truck may be at another door. */
const MAX_AGE_MS = 30_000

/** The choice in memory, for browsers that block storage or have none left. */
let choice: boolean | undefined

/** On this phone only, and not part of what must never be lost: the default is to ask again. */
export function isLocationAllowed(): boolean {
  if (choice !== undefined) return choice
  try {
    return localStorage.getItem(CONSENT_KEY) === 'allowed'
  } catch {
    return false
  }
}

export function allowLocation(isAllowed: boolean): void {
  choice = isAllowed
  try {
    localStorage.setItem(CONSENT_KEY, isAllowed ? 'allowed' : 'refused')
  } catch {
    // The choice is then valid until the app is closed.
  }
}

let latest: { fix: Fix; at: number } | undefined
let openStop: string | undefined

/** An entry never waits for a satellite, so the position is requested before it is needed. */
export function requestFix(): void {
  if (!isLocationAllowed() || !('geolocation' in navigator)) return
  navigator.geolocation.getCurrentPosition(
    ({ coords, timestamp }) => {
      const { latitude: lat, longitude: lon, accuracy } = coords
      latest = { fix: { lat, lon, accuracy: Math.min(accuracy, 1_000_000) }, at: timestamp }
    },
    // Refused or without a signal: the entry counts without a position.
    () => undefined,
    { enableHighAccuracy: true, timeout: 20_000, maximumAge: 0 },
  )
}

/**
 * Forgets the position of the stop before, and requests the one of the stop that is opened; again
 * when the phone wakes, because bottles are carried in between. Returns a function that stops it.
 */
export function requestStopFix(stopId: string): () => void {
  if (stopId !== openStop) latest = undefined
  openStop = stopId
  requestFix()
  const requestOnWaking = () => {
    if (document.visibilityState === 'visible') requestFix()
  }
  document.addEventListener('visibilitychange', requestOnWaking)
  return () => document.removeEventListener('visibilitychange', requestOnWaking)
}

/** By the time at which it was taken: other clocks of a page stop while the phone sleeps. */
export function currentFix(): Fix | undefined {
  if (!latest || !isLocationAllowed()) return undefined
  return Math.abs(Date.now() - latest.at) <= MAX_AGE_MS ? latest.fix : undefined
}
