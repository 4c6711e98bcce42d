export const DRIVER_COOKIE = 'driver_session'
/** Rule 54: a phone that was silent for 30 days has to log in again. */
export const SILENT_MS = 30 * 86_400_000
/** The server decides; the cookie outlives every route. */
export const DRIVER_COOKIE_SECONDS = 400 * 86_400
