import { setTimeout as delay } from 'node:timers/promises'
import { fillPath } from '#contract/fill-path.ts'
import { apiPaths } from '#contract/paths.ts'
import type { Buyer } from '#tests/support/buyer.ts'
import { addFleet, type FleetRoute } from '#tests/support/driving/add-fleet.ts'
import { placeByPhone } from '#tests/support/orders/phone-order.ts'
import { staffBrowser } from '#tests/support/sign-in.ts'
import { startShop, type TestShop } from '#tests/support/start-shop.ts'
import { seededRandom } from '#tests/support/test-runtime.ts'
import { createRng, type Rng } from '../rng.ts'
import { Scheduler } from '../scheduler.ts'
import { liftTimeLimits } from '../untimed-database.ts'
import type { DeviceMutant } from './device-mutants.ts'
import { Network } from './network.ts'
import { nextRun, type SimulatedPhone } from './phone.ts'

export const DATE = '2026-03-05'
/** 8:00 in New York. */
const START = `${DATE}T13:00:00Z`

type Violation = { at: string; rule: string; what: string }
type Options = { seed: string; mutant?: DeviceMutant | undefined; slowMs?: number }

/** A shop with published routes, and the time and the faults of a day. */
export class DeviceWorld {
  readonly run = nextRun()
  readonly rng: Rng
  readonly startMs = Date.parse(START)
  readonly scheduler: Scheduler
  readonly network: Network
  readonly mutant: DeviceMutant | undefined
  readonly slowMs: number
  readonly violations: Violation[] = []
  readonly counts = new Map<string, number>()
  isFaulty = true
  isOver = false
  productId = ''
  dueCents = 0
  routes: FleetRoute[] = []
  readonly phones: SimulatedPhone[] = []
  readonly #uuids: () => string
  #shop: TestShop | undefined
  #staff: Buyer | undefined

  constructor({ seed, mutant, slowMs = 0 }: Options) {
    this.slowMs = slowMs
    this.rng = createRng(seed)
    this.mutant = mutant
    this.scheduler = new Scheduler(this.rng.fork('scheduler'), this.startMs)
    this.network = new Network(this)
    this.#uuids = seededRandom(`${seed} taps`).uuid
  }

  get shop(): TestShop {
    if (!this.#shop) throw new Error('the shop is not open')
    return this.#shop
  }

  get staff(): Buyer {
    if (!this.#staff) throw new Error('the shop is not open')
    return this.#staff
  }

  async open(databaseUrl: string, seed: string, fleet: { trucks: number; stopsPerTruck: number }) {
    this.#shop = await startShop(databaseUrl, { seed, now: '2026-03-02T15:00:00Z' })
    const { shop } = this
    liftTimeLimits(shop.deps.db)
    liftTimeLimits(shop.deps.asyncCommitDb)
    const staff = await staffBrowser(shop)
    const { body } = await placeByPhone(staff, shop, { deliveryDate: DATE })
    const [payment] = await shop.sql<{ cents: number }>(
      'select amount_cents as cents from payments where order_id = $1',
      [body.orderId],
    )
    this.dueCents = payment?.cents ?? 0
    this.productId = shop.products[0]?.id ?? ''
    this.routes = await addFleet(shop.sql, { orderId: body.orderId, date: DATE, ...fleet })
    shop.clock.set(START)
    await this.signInStaff()
    for (const statement of this.mutant?.ddl ?? []) await shop.sql(statement)
  }

  /** Sessions of staff end after twelve hours. */
  async signInStaff(): Promise<void> {
    this.#staff = await staffBrowser(this.shop)
  }

  async close(): Promise<void> {
    this.isOver = true
    await this.#shop?.close()
  }

  uuid = () => this.#uuids()

  /** Work that takes real time. */
  slowly = async <T>(work: () => Promise<T>): Promise<T> => {
    if (this.slowMs > 0) await delay(this.slowMs)
    return work()
  }

  sleep = (ms: number) => new Promise<void>((resolve) => this.scheduler.after(ms, resolve))

  count = (what: string): void => {
    this.counts.set(what, (this.counts.get(what) ?? 0) + 1)
  }

  violate = (rule: string, what: string): void => {
    this.violations.push({ at: new Date(this.scheduler.now).toISOString(), rule, what })
  }

  /** Staff act between two calls of phones. */
  runAsStaff<T>(work: () => Promise<T>): Promise<T> {
    const handle = {
      name: 'staff',
      isKilled: false,
      callsLeft: Number.POSITIVE_INFINITY,
      cleanUp: async () => {},
    }
    return this.scheduler.enqueue(handle, () => {
      this.shop.clock.set(new Date(this.scheduler.now).toISOString())
      return work()
    })
  }

  createLink(driverId: string): Promise<string> {
    return this.runAsStaff(async () => {
      const path = fillPath(apiPaths.adminSignInLink, { id: driverId })
      const { body } = await this.staff.call<{ url: string }>('POST', path)
      return new URL(body.url).searchParams.get('token') ?? ''
    })
  }
}
