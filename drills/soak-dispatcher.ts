import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { addDays } from '#contract/dates/calendar.ts'
import { fillPath } from '#contract/fill-path.ts'
import { apiPaths } from '#contract/paths.ts'
import type { Board } from '#contract/routes/board.ts'
import { DEMO_ADMIN } from '#server/config/environment.ts'
import { type Buyer, newBuyer } from '#tests/support/buyer.ts'
import type { ShopProcess } from './machines/shop-process.ts'

const RETRIES = 20
const RETRY_MS = 250
const CARD_STOPS = 5
const CASH_PAYER = 'Cash Payer'

/** Tries again when the shop does not answer, and throws when it rejects the request. */
export async function callShop<T>(
  browser: Buyer,
  method: string,
  path: string,
  body?: unknown,
): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    const reply = await browser.call<T>(method, path, body).catch(() => undefined)
    if (reply && reply.status < 300) return reply.body
    if ((reply && reply.status < 500) || attempt === RETRIES)
      throw new Error(
        `${method} ${path.replace(/[0-9a-f-]{36}/, ':id')} ${reply?.status ?? 'no answer'}`,
      )
    await delay(RETRY_MS)
  }
}

type Shop = Pick<ShopProcess, 'url' | 'products'>

/** Puts a few orders of each day on the one truck of the drill. */
export class Dispatcher {
  readonly #shop: Shop
  readonly #phone: Buyer
  readonly #now: () => number
  #staff: Buyer
  #ids: { truckId: string; driverId: string } | undefined

  constructor(shop: Shop, phone: Buyer, now: () => number) {
    this.#shop = shop
    this.#phone = phone
    this.#now = now
    this.#staff = newBuyer(shop.url, shop.products)
  }

  /** Returns whether there is a route on the date. */
  async prepare(date: string): Promise<boolean> {
    // Sessions of staff end after twelve hours, which are a minute or two here.
    this.#staff = newBuyer(this.#shop.url, this.#shop.products)
    await this.#call('POST', apiPaths.adminLogin, DEMO_ADMIN)
    this.#ids ??= await this.#hire()
    await this.#orderByPhone(date)
    return this.#publish(date, this.#ids)
  }

  #call<T>(method: string, path: string, body?: unknown): Promise<T> {
    return callShop<T>(this.#staff, method, path, body)
  }

  async #hire() {
    const truck = { name: 'Soak', licensePlate: 'SOAK-1', capacity: 120, status: 'available' }
    const { id: truckId } = await this.#call<{ id: string }>('POST', apiPaths.adminTrucks, truck)
    const driver = { name: 'Sam' }
    const { id } = await this.#call<{ id: string }>('POST', apiPaths.adminDrivers, driver)
    await this.#signIn(id)
    return { truckId, driverId: id }
  }

  /** A link works for ten minutes, which are less than a second when a day is short. */
  async #signIn(id: string): Promise<void> {
    const path = fillPath(apiPaths.adminSignInLink, { id })
    for (let attempt = 1; ; attempt++) {
      const link = await this.#call<{ url: string; expiresAt: string }>('POST', path)
      const token = new URL(link.url).searchParams.get('token')
      try {
        return await callShop(this.#phone, 'POST', apiPaths.driverSignIn, { token })
      } catch (error) {
        const isExpired = this.#now() >= Date.parse(link.expiresAt)
        if (!isExpired || attempt === RETRIES) throw error
      }
    }
  }

  /** Paid in cash at the door, the day after tomorrow. */
  async #orderByPhone(today: string): Promise<void> {
    const {
      subtotal: _,
      items,
      ...form
    } = this.#staff.submission({
      customerName: CASH_PAYER,
      customerEmail: `cash-${today}@example.com`,
      deliveryDate: addDays(today, 2),
    })
    await this.#call('POST', apiPaths.adminOrders, {
      ...form,
      items: items.map(({ productId, quantity }) => ({ productId, quantity })),
      requestId: randomUUID(),
      payment: 'on_delivery',
    })
  }

  async #publish(date: string, ids: { truckId: string; driverId: string }): Promise<boolean> {
    const { truckId, driverId } = ids
    const path = `${apiPaths.adminRoutes}?date=${date}`
    const { unplanned } = await this.#call<Board>('GET', path)
    const cash = unplanned.filter(({ customerName }) => customerName === CASH_PAYER)
    const paid = unplanned.filter(({ customerName }) => customerName !== CASH_PAYER)
    // Someone may have refunded it in the meantime.
    for (const { orderId } of [...cash, ...paid.slice(-CARD_STOPS)])
      await this.#call('POST', apiPaths.adminStops, { orderId, truckId, date }).catch(() => {})
    const { routes } = await this.#call<Board>('GET', path)
    const id = routes.find((route) => route.truckId === truckId)?.id
    if (!id) return false
    await this.#call('POST', fillPath(apiPaths.adminRoutePublish, { id }), { driverId })
    return true
  }
}
