import { performance } from 'node:perf_hooks'
import { seedOrders } from '../board/seed-orders.ts'
import type { Cores } from '../cores.ts'
import { openShop, type ShopSettings } from '../shop.ts'
import { signIn } from '../sign-in.ts'
import { median } from '../statistics.ts'
import { addEventDay, DEVICES, readStored, STOPS_PER_DEVICE } from './add-event-day.ts'
import { type Device, openDevice, sendDay } from './device.ts'

export type EventsResult = {
  devices: number
  events: number
  seconds: number
  perSecond: number
  cpuMsPerEvent: number
  medianMs: number
  slowestMs: number
  busy: number
  /** Events that were not stored, or stored without effect. */
  lost: number
  /** Stored or booked a second time, also after everything was sent again. */
  doubled: number
}

/** The run ends after this time on any machine; the report counts unanswered events as lost. */
const LIMIT_MS = 150_000

type EventsBench = { cores: Cores; settings: ShopSettings; databasePid: number }

/** Thirty phones that were offline send their day at the same moment, and then everything again. */
export async function benchEvents(bench: EventsBench): Promise<EventsResult> {
  const { cores, settings, databasePid } = bench
  const databaseUrl = await cores.onAllCores(databasePid, () =>
    seedOrders(cores, settings.databaseUrl, {
      name: 'events',
      orders: DEVICES * STOPS_PER_DEVICE,
    }),
  )
  const shop = await openShop(cores, { ...settings, databaseUrl })
  try {
    const { driverIds } = await addEventDay(databaseUrl)
    const staff = await signIn(shop.port)
    const devices: Device[] = []
    for (const id of driverIds) devices.push(await openDevice(shop.port, staff, id))
    const events = devices.flatMap((device) => device.events)
    const send = () => {
      const end = performance.now() + LIMIT_MS
      return Promise.all(devices.map((device) => sendDay(shop.port, device, end)))
    }
    const cpuBefore = await shop.cpuMs()
    const startedAt = performance.now()
    const sent = await send()
    const seconds = (performance.now() - startedAt) / 1000
    const cpuMs = (await shop.cpuMs()) - cpuBefore
    const stored = await readStored(databaseUrl)
    const answered = sent.reduce((sum, { results }) => sum + results.size, 0)
    // A phone that lost the answers sends everything again.
    const isComplete = answered === events.length
    const again = isComplete ? await send() : []
    const after = await readStored(databaseUrl)
    const repeated = again.flatMap(({ results }) => [...results.values()])
    const delivered = events.filter(({ type }) => type === 'delivered').length
    const latencies = sent.flatMap((phone) => phone.latencies)
    return {
      devices: devices.length,
      events: events.length,
      seconds,
      perSecond: answered / seconds,
      cpuMsPerEvent: cpuMs / Math.max(1, answered),
      medianMs: median(latencies),
      slowestMs: Math.max(...latencies),
      busy: sent.reduce((sum, { busy }) => sum + busy, 0),
      lost:
        Math.max(0, events.length - stored.events) +
        Math.max(0, delivered - stored.stops) +
        Math.max(0, delivered * 2 - stored.bottles) +
        Math.max(0, devices.length - stored.closed),
      doubled:
        Math.max(0, after.events - events.length) +
        Math.max(0, after.bottles - delivered * 2) +
        repeated.filter((result) => result !== 'duplicate').length,
    }
  } finally {
    await shop.stop()
  }
}
