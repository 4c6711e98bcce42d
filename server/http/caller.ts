import type { PortalRole } from '#contract/staff/permissions.ts'

/** The user behind a request. A session belongs to either a customer or staff, never both. */
export type Caller =
  | { role: 'guest' }
  | { role: 'customer'; id: string; email: string; sessionId: string }
  | {
      role: 'admin'
      staffRole: PortalRole
      id: string
      email: string
      sessionId: string
      /** PostgreSQL snapshot in which the session was read; see `cacheUntilCommit`. */
      snapshotId: string
      /** Rule 37: whether the password or a code was entered in the last minutes. */
      isConfirmed: boolean
      /** True in the last minute of the confirmation too, for pages that ask ahead. */
      needsConfirmation: boolean
      twoStep: { isOn: boolean; requiredFrom: Date | null; isOverdue: boolean }
    }
  | { role: 'driver'; id: string; email: string; sessionId: string }

/** A driver's phone. */
export type DeviceCaller = {
  role: 'device'
  deviceId: string
  driverId: string
  /** Set if it showed the upload key of a route instead of a login. */
  routeId: string | undefined
}

/** Resolves the login or the upload key of a driver's phone; injected by the composition root. */
export type AuthenticateDevice = (
  readCookie: ReadCookie,
  uploadKey: string | undefined,
) => Promise<DeviceCaller | undefined>

export const guest: Caller = { role: 'guest' }

/** The staff portal or the customer portal, named after its role. */
export type Portal = 'admin' | 'customer'

export type ReadCookie = (name: string) => string | undefined

/**
 * Resolves the session cookies to a caller; injected by the composition root. A browser may be
 * logged in to both portals: the named portal wins, otherwise the latest login.
 */
export type Authenticate = (readCookie: ReadCookie, portal?: Portal) => Promise<Caller>
