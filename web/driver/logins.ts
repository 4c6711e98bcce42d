import { driverSignIn, driverSignInAgain, driverSignOut } from '#contract/driver/endpoints.ts'
import type { ApiResponse, DriverApi } from './sending/driver-api.ts'
import type { DriverDatabase } from './storage/database.ts'
import { endLogout, isLogoutPending, logIn } from './storage/log-out.ts'
import { readValue } from './storage/saved-routes.ts'

type LoginDeps = {
  db: DriverDatabase
  api: Pick<DriverApi, 'signIn' | 'signInAgain' | 'signOut'>
}

/** The requests about the login. One is sent at a time, because they set the same cookie. */
export function createLogins({ db, api }: LoginDeps) {
  let turn: Promise<unknown> = Promise.resolve()
  const takeTurn = <T>(work: () => Promise<T>): Promise<T> => {
    const result = turn.then(work)
    turn = result.catch(() => undefined)
    return result
  }

  const endSession = async () => {
    const response = await api.signOut().catch(() => undefined)
    // A login page of a public network ends no session.
    if (driverSignOut.reply.safeParse(response?.body).success) await endLogout(db)
  }

  return {
    /** Sends a logout that the server has not received yet. */
    end: () => takeTurn(endSession),

    /** Undefined without a connection. */
    signIn: (token: string): Promise<ApiResponse | undefined> =>
      takeTurn(async () => {
        if (await isLogoutPending(db)) await endSession()
        const response = await api.signIn(token).catch(() => undefined)
        const login = driverSignIn.reply.safeParse(response?.body).data
        if (response?.status === 200 && login) await logIn(db, login)
        return response
      }),

    /**
     * Without a login on the phone: ends the session of a logout, or learns whose login the cookie is.
     * Resolves to whether the phone has a login now. If the storage is full, it has none, and the login
     * form shows the reason.
     */
    askServer: (): Promise<boolean> =>
      takeTurn(async () => {
        if (await isLogoutPending(db)) {
          await endSession()
          return false
        }
        // Another tab, or a login that has just ended: a request would replace its cookie.
        if (await readValue(db, 'device')) return true
        const response = await api.signInAgain().catch(() => undefined)
        const login = driverSignInAgain.reply.safeParse(response?.body).data?.device
        if (!login) return false
        await logIn(db, login)
        return true
      }).catch(() => false),
  }
}
