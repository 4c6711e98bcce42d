import { and, eq, inArray, ne, or, sql } from 'drizzle-orm'
import { shopDate } from '#contract/dates/shop-calendar.ts'
import type { Db } from '#server/db/client.ts'
import { orders } from '#server/modules/orders/tables.ts'
import { cycles } from '#server/modules/subscriptions/tables.ts'
import { readZones } from '#server/modules/zones/index.ts'
import type { ShopClock } from '#server/runtime.ts'
import { dayChangeMoves, dayChanges } from '../tables.ts'

type Finding = { rule: 'rule 48'; id: string; what: string }

/** Rule 48: checks that the dates of orders and zones match the day changes. */
export async function auditDayChanges(db: Db, deps: ShopClock): Promise<Finding[]> {
  const found = [
    ...(await findStrayMoves(db)),
    ...(await findStrayCycles(db)),
    ...(await findStrayExceptions(db, deps)),
  ]
  return found.map((finding) => ({ rule: 'rule 48', ...finding }))
}

/** An order that was not changed since has the date that the change gave it, or its undo. */
async function findStrayMoves(db: Db) {
  const { version, toDate, fromDate } = dayChangeMoves
  const isUndone = eq(dayChanges.status, 'undone')
  const rows = await db
    .select({ id: orders.id, date: orders.deliveryDate, toDate, fromDate, isUndone })
    .from(dayChangeMoves)
    .innerJoin(dayChanges, eq(dayChanges.id, dayChangeMoves.dayChangeId))
    .innerJoin(orders, eq(orders.id, dayChangeMoves.orderId))
    .where(
      or(
        and(
          ne(dayChanges.status, 'undone'),
          eq(orders.version, version),
          ne(orders.deliveryDate, toDate),
        ),
        and(isUndone, eq(orders.version, sql`${version} + 1`), ne(orders.deliveryDate, fromDate)),
      ),
    )
  return rows.map(({ id, date, ...move }) => ({
    id,
    what: `is on ${date}, but a day change ${move.isUndone ? `was undone to ${move.fromDate}` : `moved it to ${move.toDate}`}`,
  }))
}

/** A cycle is charged on the date of its order. */
async function findStrayCycles(db: Db) {
  const rows = await db
    .select({ id: orders.id, date: orders.deliveryDate, cycleDate: cycles.date })
    .from(cycles)
    .innerJoin(orders, eq(orders.id, cycles.orderId))
    .where(
      and(
        inArray(cycles.status, ['ordered', 'charging', 'unpaid']),
        ne(orders.deliveryDate, cycles.date),
      ),
    )
  return rows.map(({ id, date, cycleDate }) => ({
    id,
    what: `is on ${date}, but its subscription says ${cycleDate}`,
  }))
}

/** From today on; past exceptions are deleted after a while. */
async function findStrayExceptions(db: Db, { clock, shop }: ShopClock) {
  const today = shopDate(shop.calendar, clock.now())
  const zones = await readZones(db)
  const changes = await db
    .select()
    .from(dayChanges)
    .where(and(ne(dayChanges.status, 'undone'), sql`${dayChanges.zoneIds} is not null`))
  const expected = new Map(
    changes
      .filter(({ date }) => date >= today)
      .flatMap(({ date, toDate, zoneIds }) =>
        (zoneIds ?? []).filter((id) => zones.has(id)).map((id) => [`${id} ${date}`, toDate ?? '']),
      ),
  )
  const stored = new Map(
    [...zones.values()].flatMap(({ id, exceptions }) =>
      exceptions
        .filter(({ date }) => date >= today)
        .map(({ date, toDate }) => [`${id} ${date}`, toDate ?? '']),
    ),
  )
  const keys = [...new Set([...expected.keys(), ...stored.keys()])]
  return keys
    .filter((key) => expected.get(key) !== stored.get(key))
    .map((key) => {
      const [id = '', date = ''] = key.split(' ')
      const what = stored.has(key) ? 'without a day change like this' : 'that a day change made'
      return {
        id,
        what: `the zone ${stored.has(key) ? 'has' : 'lacks'} an exception on ${date} ${what}`,
      }
    })
}
