import { expect } from 'vitest'
import { createDriverStore } from '#web/driver/driver-app-store.ts'
import type { ApiResponse } from '#web/driver/sending/driver-api.ts'
import { createSender } from '#web/driver/sending/sender.ts'
import { apiResponse } from './fake-driver-server.ts'
import { openPhone } from './open-phone.ts'
import { testId } from './route-data.ts'

export const device = { deviceId: testId(20), driverId: testId(30), driverName: 'Dana' }

/** A store whose route requests wait until they are answered; no answer is a lost request. */
export function openStore(signedIn: ApiResponse = apiResponse(200, device)) {
  /** Whose login the cookie is, for each time that the phone asks. */
  const logins: object[] = []
  /** The result of each logout; undefined is a lost request. */
  const logouts: { answers: (ApiResponse | undefined)[]; sent: number } = { answers: [], sent: 0 }
  const requests: { takesOver: boolean; answer: (response?: ApiResponse) => void }[] = []
  const sender = createSender({
    send: async () => ({ outcome: 'done', retryAfterMs: 0, rejectedRoutes: [] }),
    random: () => 1,
    startTimer: () => () => undefined,
  })
  const clock = { now: 0 }
  const { db } = openPhone()
  /** The browser's reply to each request to keep the storage. */
  const kept: boolean[] = []
  const store = createDriverStore({
    db,
    sender,
    now: () => clock.now,
    requestPersistence: async () => kept.shift() ?? false,
    api: {
      signIn: async () => signedIn,
      signInAgain: async () => apiResponse(200, { device: logins.shift() ?? null }),
      signOut: async () => {
        logouts.sent++
        const response = logouts.answers.shift()
        if (!response) throw new TypeError('lost')
        return response
      },
      readRoute: (_etag, takesOver = false) =>
        new Promise((resolve, reject) =>
          requests.push({
            takesOver,
            answer: (response) => (response ? resolve(response) : reject(new TypeError('lost'))),
          }),
        ),
    },
  })
  /** Answers the request with this number, counted from 1. */
  const answer = async (number: number, response?: ApiResponse) => {
    await expect.poll(() => requests.length).toBe(number)
    requests.at(-1)?.answer(response)
  }
  const logIn = async (response?: ApiResponse) => {
    const message = store.signIn('token')
    await answer(1, response)
    return message
  }
  const untilLoaded = () => expect.poll(() => store.state().isLoading).toBe(false)
  return { store, kept, db, sender, requests, answer, logIn, untilLoaded, clock, logouts, logins }
}
