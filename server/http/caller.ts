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

/** Reads the session behind a cookie; handed in by the composition root. */
export type Identify = (readCookie: (name: string) => string | undefined) => Promise<Caller>
