/** Who is asking. Staff and customers are kept apart: a session is one or the other. */
export type Caller =
  | { role: 'guest' }
  | { role: 'customer'; id: string; email: string; sessionId: string }
  | {
      role: 'admin'
      id: string
      email: string
      sessionId: string
      /** What the database held when the session was read; see `whileUnchanged`. */
      seen: string
    }

export const guest: Caller = { role: 'guest' }

/** The staff and the customer portal, by the role that each of them serves. */
export type Portal = 'admin' | 'customer'

export type ReadCookie = (name: string) => string | undefined

/**
 * Reads who the session cookies stand for; handed in by the composition root. A browser may be
 * logged in to both portals: the one named is preferred, else the newest login.
 */
export type Identify = (readCookie: ReadCookie, portal?: Portal) => Promise<Caller>
