import type { BrowserContext, Page, Route } from '@playwright/test'
import type { SentDriverEvent } from '#contract/driver/events.ts'
import type { DriverRoute } from '#contract/driver/route.ts'
import { testId, testRoute, testStop } from '#tests/support/driver/route-data.ts'
import { expect } from './base-test.ts'

export type SentRequest = { uploadKey: string | undefined; events: SentDriverEvent[] }

const products = [
  { id: testId(1), name: '5 Gallon', isReturnable: true },
  { id: testId(2), name: 'Cups', isReturnable: false },
]

const stops = [
  testStop(1),
  testStop(2, { isOnHold: true, gateCode: '1234' }),
  testStop(3, { amountDue: '24.50' }),
]

/** Two orders at one door, then another door. */
const oneDoor = [
  testStop(1, { door: 'main', plannedAt: '2026-11-17T15:00:00.000Z' }),
  testStop(2, { door: 'main', address: testStop(1).address, isOnHold: true }),
  testStop(3),
]

/** Two stops, the second one after a reload. */
const twoTrips = testRoute({ products, stops: [testStop(1), testStop(2, { trip: 2 })] })

/** The drivers whose login links work, by token. */
const drivers: Record<string, Partial<DriverRoute>> = {
  first: { products, stops },
  'one-door': { products, stops: oneDoor, timeZone: 'America/New_York' },
  'two-trips': {
    ...twoTrips,
    trips: twoTrips.trips.flatMap((trip) => [trip, { ...trip, trip: 2 }]),
  },
  second: {
    products,
    deviceId: testId(21),
    driverId: testId(31),
    routeId: testId(11),
    uploadKey: 'second',
  },
}

/**
 * A phone whose server is replaced by a known route, so that its screens can be driven in any state.
 * The driver's API itself has its own tests.
 */
export async function openDriverPhone(context: BrowserContext) {
  const phone = {
    isOffline: false,
    /** The route that the server answers; null if no driver is logged in. */
    route: null as DriverRoute | null,
    requests: [] as SentRequest[],
    photos: [] as string[],
    /** Whether the server can read photos. */
    takesPhotos: true,
    /** Cuts the network, for pages and for the service worker. */
    async setOffline(isOffline: boolean) {
      phone.isOffline = isOffline
      await context.setOffline(isOffline)
    },
    events: () => phone.requests.flatMap(({ events }) => events),
  }
  await context.route('**/api/driver/**', async (route) => {
    if (phone.isOffline) return route.abort('internetdisconnected')
    const path = new URL(route.request().url()).pathname.replace('/api/driver/', '')
    return answer(phone, path, route)
  })
  return phone
}

/** Opens the app by a login link, and waits until it works without a network. */
export async function logInDriver(page: Page, token = 'first'): Promise<void> {
  await page.goto(`/driver/sign-in?token=${token}`)
  await page.getByLabel('Share my location at stops').uncheck()
  await page.getByRole('button', { name: 'Log in', exact: true }).click()
  await expect(page.getByRole('region', { name: 'Next stop' })).toBeVisible()
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null)
}

type Phone = Awaited<ReturnType<typeof openDriverPhone>>

function answer(phone: Phone, path: string, route: Route): Promise<void> {
  const request = route.request()
  if (path === 'sign-in') {
    const driver = drivers[(request.postDataJSON() as { token: string }).token]
    if (!driver) {
      const message = 'This link no longer works. Ask for a new one.'
      return route.fulfill({ status: 409, json: { code: 'link_invalid', message } })
    }
    phone.route = testRoute(driver)
    const { deviceId, driverId, driverName } = phone.route
    return route.fulfill({ json: { deviceId, driverId, driverName } })
  }
  if (path === 'sign-in-again') {
    const { deviceId, driverId, driverName } = phone.route ?? {}
    return route.fulfill({ json: { device: phone.route && { deviceId, driverId, driverName } } })
  }
  if (path === 'sign-out') {
    phone.route = null
    return route.fulfill({ json: { success: true } })
  }
  if (path === 'route') {
    const { route: current } = phone
    if (!current) return route.fulfill({ status: 401, json: { code: 'unauthorized' } })
    return route.fulfill({ json: current, headers: { etag: `"${current.version}"` } })
  }
  if (path === 'events') {
    const { events } = request.postDataJSON() as { events: SentDriverEvent[] }
    phone.requests.push({ uploadKey: request.headers()['x-upload-key'], events })
    const results = events.map(({ eventId }) => ({ eventId, result: 'accepted' }))
    return route.fulfill({ json: { results } })
  }
  if (!phone.takesPhotos) return route.fulfill({ status: 400, json: { code: 'invalid_request' } })
  phone.photos.push(path.replace('photos/', ''))
  return route.fulfill({ status: 204 })
}
