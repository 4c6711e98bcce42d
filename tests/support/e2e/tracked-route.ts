import { randomUUID } from 'node:crypto'
import type { APIRequestContext, Browser, Page } from '@playwright/test'
import { dateIn } from '#contract/dates/calendar.ts'
import type { SentDriverEvent } from '#contract/driver/events.ts'
import type { DriverRoute } from '#contract/driver/route.ts'
import { fillPath } from '#contract/fill-path.ts'
import { apiPaths } from '#contract/paths.ts'
import { expect } from './base-test.ts'
import { queryE2eDatabase } from './database.ts'
import { addStopBy, openRouteDay, readBoard } from './route-board.ts'
import { signInAsStaff, uniqueWord } from './staff.ts'

/** Today's published route of these customers, each at a door of its own, ten minutes apart. */
export async function publishTrackedRoute(
  page: Page,
  baseURL: string | undefined,
  { names, email }: { names: string[]; email: string },
) {
  await signInAsStaff(page)
  const { orderIds, blue } = await openRouteDay(page, baseURL, names, { email })
  const date = dateIn('America/New_York', new Date())
  await queryE2eDatabase(
    baseURL,
    `update orders o set delivery_date = $2, delivery_address = a.n || ' Hill Road'
     from unnest($1::uuid[]) with ordinality as a (id, n) where o.id = a.id`,
    [orderIds, date],
  )
  const stopIds: string[] = []
  for (const orderId of orderIds)
    stopIds.push((await addStopBy(page, { orderId, truckId: blue.id, date })).id)
  await queryE2eDatabase(
    baseURL,
    `update schedules s set planned_at = now() + a.n * interval '10 minutes'
     from unnest($1::uuid[]) with ordinality as a (id, n) where s.id = a.id`,
    [stopIds],
  )
  const { routes } = await readBoard(page, date)
  const routeId = routes.find(({ truckId }) => truckId === blue.id)?.id ?? ''
  const driver = await page.request.post(apiPaths.adminDrivers, {
    data: { name: uniqueWord('Driver') },
  })
  const { id: driverId } = await driver.json()
  const publish = fillPath(apiPaths.adminRoutePublish, { id: routeId })
  const published = await page.request.post(publish, { data: { driverId } })
  expect(published.ok(), await published.text()).toBe(true)
  return { orderIds, stopIds, driverId, truck: blue, date }
}

type ReportedEvent = {
  type: SentDriverEvent['type']
  stopId?: string | undefined
  payload?: object
  supersedes?: string
}

/** The driver's phone, which only sends events. */
export async function openEventPhone(
  page: Page,
  browser: Browser,
  baseURL: string | undefined,
  driverId: string,
) {
  const path = fillPath(apiPaths.adminSignInLink, { id: driverId })
  const { url } = await (await page.request.post(path)).json()
  const context = await browser.newContext({ ...(baseURL && { baseURL }) })
  const { request } = context
  const token = new URL(url).searchParams.get('token')
  const signedIn = await request.post(apiPaths.driverSignIn, { data: { token } })
  expect(signedIn.ok(), await signedIn.text()).toBe(true)
  const route: DriverRoute = await (await request.get(apiPaths.driverRoute)).json()
  let deviceSeq = 0
  return {
    route,
    /** Returns the id of the event. */
    report: (fields: ReportedEvent, result = 'accepted') =>
      sendEvent(request, route, ++deviceSeq, fields, result),
    close: () => context.close(),
  }
}

async function sendEvent(
  request: APIRequestContext,
  { routeId, deviceId, driverId, version }: DriverRoute,
  deviceSeq: number,
  fields: ReportedEvent,
  result: string,
): Promise<string> {
  const event = {
    eventId: randomUUID(),
    ...{ deviceId, deviceSeq, driverId, routeId, routeVersion: version, schema: 1, trip: 1 },
    ...{ tappedAt: new Date().toISOString(), skewMs: 0, payload: {}, ...fields },
  }
  const reply = await request.post(apiPaths.driverEvents, { data: { events: [event] } })
  expect(await reply.json()).toMatchObject({ results: [{ result }] })
  return event.eventId
}
