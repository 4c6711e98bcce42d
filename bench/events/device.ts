import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import type { EventResult } from '#contract/driver/events.ts'
import type { DriverRoute } from '#contract/driver/route.ts'
import { fillPath } from '#contract/fill-path.ts'
import { apiPaths } from '#contract/paths.ts'
import { Connection, getRequest, postRequest } from '../connection.ts'

/** The most that one request may have (rule 56). */
const BATCH = 50
const BUSY_DELAY_MS = 250

export type Device = {
  cookie: string
  events: { eventId: string; type: string }[]
}

/** Logs a driver in on a phone of their own, loads the route and enters the whole day. */
export async function openDevice(
  port: number,
  staffCookie: string,
  driverId: string,
): Promise<Device> {
  const connection = await Connection.open(port)
  try {
    const path = fillPath(apiPaths.adminSignInLink, { id: driverId })
    const link = await connection.send(postRequest(path, {}, staffCookie))
    const { url } = JSON.parse(link.body.toString()) as { url: string }
    const token = new URL(url).searchParams.get('token') ?? ''
    const login = await connection.send(postRequest(apiPaths.driverSignIn, { token }, ''))
    const cookie = /\r\nset-cookie: ([^;]+)/i.exec(login.head)?.[1] ?? ''
    const loaded = await connection.send(getRequest(apiPaths.driverRoute, cookie))
    if (loaded.status !== 200) throw new Error(`a route was not loaded: HTTP ${loaded.status}`)
    return { cookie, events: enterDay(JSON.parse(loaded.body.toString()) as DriverRoute) }
  } finally {
    connection.close()
  }
}

/** Two bottles are left at each stop and one is taken. */
function enterDay(route: DriverRoute) {
  const { deviceId, driverId, routeId, version: routeVersion, products } = route
  let deviceSeq = 0
  const count = (full: number, empties: number) => ({
    lines: [{ productId: products[0]?.id ?? '', full, empties, damaged: 0 }],
  })
  const start = Date.now() - route.stops.length * 60_000
  const event = (type: string, payload: object, stopId: string | null = null) => ({
    eventId: randomUUID(),
    ...{ deviceId, deviceSeq: ++deviceSeq, driverId, schema: 1, routeId, routeVersion, trip: 1 },
    ...{ stopId, type, payload, photos: [], skewMs: 0 },
    tappedAt: new Date(start + deviceSeq * 20_000).toISOString(),
  })
  const visits = route.stops.flatMap(({ id }) => [
    event('arrived', {}, id),
    event('delivered', count(2, 1), id),
    event('note', { note: 'Left at the back door' }, id),
  ])
  return [
    event('loaded', count(route.stops.length * 2, 0)),
    event('departed', {}),
    ...visits,
    event('returned', count(0, route.stops.length)),
    event('closed', {}),
  ].toSorted((a, b) => a.deviceSeq - b.deviceSeq)
}

export type SendResult = {
  results: Map<string, EventResult['result']>
  requests: number
  /** Replies that asked the device to send again. */
  busy: number
  latencies: number[]
}

/** Sends in order and repeats what was not answered, as the app does, until `end`. */
export async function sendDay(port: number, { cookie, events }: Device, end: number) {
  const connection = await Connection.open(port)
  const sent: SendResult = { results: new Map(), requests: 0, busy: 0, latencies: [] }
  try {
    for (let first = 0; first < events.length && performance.now() < end; ) {
      const batch = events.slice(first, first + BATCH)
      const startedAt = performance.now()
      const request = postRequest(apiPaths.driverEvents, { events: batch }, cookie)
      const { status, body } = await connection.send(request)
      sent.requests++
      sent.latencies.push(performance.now() - startedAt)
      if (status === 503) {
        sent.busy++
        await delay(BUSY_DELAY_MS)
        continue
      }
      if (status !== 200) throw new Error(`events were answered with HTTP ${status}: ${body}`)
      const { results } = JSON.parse(body.toString()) as { results: EventResult[] }
      for (const { eventId, result } of results) sent.results.set(eventId ?? '', result)
      first += BATCH
    }
    return sent
  } finally {
    connection.close()
  }
}
