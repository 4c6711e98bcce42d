import { createHash } from 'node:crypto'
import { fillPath } from '#contract/fill-path.ts'
import { apiPaths } from '#contract/paths.ts'
import { HOUR_MS, MINUTE_MS } from '../time.ts'
import { checkClosed, checkDay } from './check-day.ts'
import type { DeviceMutant } from './device-mutants.ts'
import { DeviceWorld } from './device-world.ts'
import { SimulatedDriver } from './driver.ts'
import { SimulatedPhone } from './phone.ts'

export type DeviceOptions = {
  seed: string
  databaseUrl: string
  devices?: number
  mutant?: DeviceMutant | undefined
  /** Real time that everything outside the simulation takes longer; it must not matter. */
  slowMs?: number
}

export type DeviceResult = {
  seed: string
  devices: number
  violations: { at: string; rule: string; what: string }[]
  counts: Map<string, number>
  fingerprint: string
  /** Calls that did not wait for their turn. */
  strays: number
}

const STOPS = 3
/** The network is bad until 18:00; by 21:00 everything has to be there. */
const HEALED_MS = 10 * HOUR_MS
const END_MS = 13 * HOUR_MS

/** Drives a day with that many devices. Afterward the shop must have recorded what the drivers did. */
export async function runDevices(options: DeviceOptions): Promise<DeviceResult> {
  const { seed, databaseUrl, devices = 4, mutant, slowMs = 0 } = options
  const world = new DeviceWorld({ seed, mutant, slowMs })
  const { scheduler, startMs } = world
  try {
    // Two drivers share a phone, and one changes the phone: as many devices as routes and one.
    await world.open(databaseUrl, seed, { trucks: devices - 1, stopsPerTruck: STOPS })
    const drivers = startDrivers(world)
    await scheduler.run(startMs + HEALED_MS)
    world.isFaulty = false
    heal(world)
    await scheduler.run(startMs + END_MS)
    await checkDay(world, drivers)
    if (world.violations.length === 0) await closeAll(world, drivers)
  } finally {
    await world.close()
  }
  const { violations, counts } = world
  const outcome = [scheduler.trace(), ...world.network.received, ...[...counts].flat()]
  const fingerprint = createHash('sha256').update(outcome.join(' ')).digest('hex')
  return { seed, devices, violations, counts, fingerprint, strays: scheduler.strays }
}

function startDrivers(world: DeviceWorld): SimulatedDriver[] {
  const { routes, scheduler, rng, startMs } = world
  const drivers: SimulatedDriver[] = []
  const start = (at: number, work: () => Promise<void>) =>
    scheduler.at(startMs + at, () => void work())
  for (const [index, route] of routes.entries()) {
    // The second driver takes over the phone of the first one in the afternoon.
    const first = index === 1 ? drivers[0] : undefined
    const phone = first?.phone ?? new SimulatedPhone(world, `phone ${index + 1}`)
    const driver = new SimulatedDriver(world, route, phone)
    drivers.push(driver)
    if (first) {
      start(rng.between(0, 30) * MINUTE_MS, () => driveShared(world, first, driver))
    } else if (index > 1 || routes.length === 1)
      start(rng.between(0, 60) * MINUTE_MS, () =>
        index === 2 ? driveOnTwoPhones(world, driver) : drive(driver),
      )
  }
  if (routes.length > 1) startStaff(world)
  return drivers
}

async function drive(driver: SimulatedDriver): Promise<void> {
  await driver.logIn()
  await driver.load()
  for (const { id } of driver.route.stops) await driver.visit(id)
  driver.isDone = true
}

/** Entries of the first driver are still sent after the second one has logged in. */
async function driveShared(world: DeviceWorld, first: SimulatedDriver, second: SimulatedDriver) {
  await drive(first)
  if (world.rng.chance(0.5)) {
    const tab = await first.phone.openedTab()
    await Promise.race([tab.store.signOut().catch(() => undefined), tab.killed])
  }
  await drive(second)
}

/** The battery dies in the middle of the route: the driver goes on with another phone. */
async function driveOnTwoPhones(world: DeviceWorld, driver: SimulatedDriver): Promise<void> {
  const { stops } = driver.route
  const half = Math.ceil(stops.length / 2)
  await driver.logIn()
  await driver.load()
  for (const { id } of stops.slice(0, half)) await driver.visit(id)
  const { phone } = driver
  phone.kill()
  driver.phone = new SimulatedPhone(world, 'second phone')
  await driver.logIn()
  // Looks open on the second phone, unless the first one has sent it.
  const again = stops.find(({ id }) => driver.visits.get(id)?.isCorrected === false)
  if (again) await driver.enterOutcome(again.id, { isSecond: true })
  for (const { id } of stops.slice(half)) await driver.visit(id)
  await phone.openTab()
  driver.isDone = true
}

/** Staff change routes that are being driven. */
function startStaff(world: DeviceWorld): void {
  const { scheduler, rng, startMs, routes } = world
  for (const { routeId, stops, driverId } of routes) {
    const at = () => startMs + rng.between(0.2, 9) * HOUR_MS
    const last = stops.at(-1)?.id ?? ''
    const call = (method: string, path: string, body?: object) =>
      void world.runAsStaff(async () => {
        const { status } = await world.staff.call(method, path, body)
        world.count(`staff ${method} ${status}`)
      })
    const publish = fillPath(apiPaths.adminRoutePublish, { id: routeId })
    scheduler.at(at(), () => call('POST', publish, { driverId }))
    const schedule = fillPath(apiPaths.adminSchedule, { id: last })
    if (rng.chance(0.5)) scheduler.at(at(), () => call('PATCH', schedule, { notes: 'Ring twice' }))
  }
}

/** Every phone is found, charged and has a signal. */
function heal({ phones }: DeviceWorld): void {
  for (const phone of phones) void phone.openedTab().then((tab) => tab.resume())
}

/** Staff close the route of the driver whose phone has gone to another one. */
async function closeAll(world: DeviceWorld, drivers: readonly SimulatedDriver[]): Promise<void> {
  const { scheduler } = world
  await world.signInStaff()
  for (const driver of drivers) {
    const { routeId, driverId } = driver.route
    const path = fillPath(apiPaths.adminRoute, { id: routeId })
    if (driver.phone.tab?.store.state().device?.driverId === driverId) void driver.close()
    else void world.runAsStaff(() => world.staff.call('PATCH', path, { status: 'closed' }))
  }
  await scheduler.run(scheduler.now + HOUR_MS)
  await checkClosed(world, drivers)
}
