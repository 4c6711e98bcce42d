import { and, asc, eq, gte, inArray, isNotNull, ne, or } from 'drizzle-orm'
import { shopDate } from '#contract/dates/shop-calendar.ts'
import type { Tx } from '#server/db/client.ts'
import { queueEmail } from '#server/modules/mail/index.ts'
import { isPlannableAfterCancel } from '#server/modules/orders/index.ts'
import { orders } from '#server/modules/orders/tables.ts'
import { lockBoard } from '../board/lock-board.ts'
import { isOpenStop } from '../open-stops.ts'
import { routes, schedules, toldWindows } from '../tables.ts'
import type { ScheduleDeps } from '../write-schedule.ts'
import { type ActualWindow, judgeWindow } from './judge-window.ts'
import { typedTime } from './tell-windows.ts'
import { toDedupeSuffix } from './window-emails.ts'

type ToldRow = typeof toldWindows.$inferSelect

/**
 * Rule 52: tells customers whose window no longer holds, because their stop was taken off a published
 * route or its time has changed. A dispatcher has a while to finish, so that a drag emails nobody.
 */
export async function correctWindows(deps: ScheduleDeps): Promise<void> {
  const today = shopDate(deps.shop.calendar, deps.clock.now())
  const dates = await deps.db
    .selectDistinct({ date: toldWindows.date })
    .from(toldWindows)
    .where(gte(toldWindows.date, today))
    .orderBy(asc(toldWindows.date))
  for (const { date } of dates) {
    await deps.db.transaction(async (tx) => {
      // Publishing and moving wait, so that nobody is told twice.
      await lockBoard(tx, date)
      await correctDate(tx, deps, date)
    })
  }
}

async function correctDate(tx: Tx, deps: ScheduleDeps, date: string): Promise<void> {
  const actual = await readActual(tx, deps, date)
  for (const told of await selectTold(tx, date)) {
    const now = actual.get(told.orderId)
    const verdict = judgeWindow(told, now, deps.clock.now())
    const ofOrder = eq(toldWindows.orderId, told.orderId)
    if (verdict === 'holds' && told.wrongSince) {
      await tx.update(toldWindows).set({ wrongSince: null }).where(ofOrder)
    }
    if (verdict === 'wrong') {
      await tx.update(toldWindows).set({ wrongSince: deps.clock.now() }).where(ofOrder)
    }
    if (verdict === 'withdraw') {
      await tellOne(tx, deps, 'delivery_window_withdrawn', told, 0)
      await tx.delete(toldWindows).where(ofOrder)
    }
    if (verdict === 'tell' && now) {
      const window = { date, expectedAt: now.expectedAt }
      await tellOne(tx, deps, 'delivery_window', { ...told, ...window }, now.version)
      await tx
        .update(toldWindows)
        .set({ ...window, toldAt: deps.clock.now(), wrongSince: null })
        .where(ofOrder)
    }
  }
}

const tellOne = (
  tx: Tx,
  deps: ScheduleDeps,
  kind: 'delivery_window' | 'delivery_window_withdrawn',
  told: ToldRow,
  version: number,
) =>
  queueEmail(tx, deps, {
    kind,
    subjectId: told.orderId,
    // When it was told, so that the same window can be withdrawn again.
    dedupeSuffix: `${toDedupeSuffix(told, version)} ${told.toldAt.getTime()}`,
  })

/** Those of deliveries that are still to come on this date; other changes have their own emails. */
async function selectTold(tx: Tx, date: string): Promise<ToldRow[]> {
  const rows = await tx
    .select({ told: toldWindows })
    .from(toldWindows)
    .innerJoin(orders, eq(orders.id, toldWindows.orderId))
    .where(
      and(
        eq(toldWindows.date, date),
        eq(orders.deliveryDate, date),
        eq(orders.deliveryStatus, 'scheduled'),
        or(ne(orders.status, 'cancelled'), isPlannableAfterCancel),
      ),
    )
    .orderBy(asc(toldWindows.orderId))
  return rows.map(({ told }) => told)
}

/** When the published routes of the date bring each order now. */
async function readActual(
  tx: Tx,
  deps: ScheduleDeps,
  date: string,
): Promise<Map<string, ActualWindow>> {
  const rows = await tx
    .select({ stop: schedules, status: routes.status, version: routes.version })
    .from(schedules)
    .innerJoin(
      routes,
      and(eq(routes.truckId, schedules.truckId), eq(routes.date, schedules.scheduledDate)),
    )
    .where(
      and(
        eq(schedules.scheduledDate, date),
        isNotNull(schedules.truckId),
        isOpenStop,
        inArray(routes.status, ['published', 'out']),
      ),
    )
    .orderBy(asc(schedules.id))
  return new Map(
    rows.map(({ stop, status, version }) => [
      stop.orderId,
      {
        expectedAt: stop.plannedAt ?? typedTime(deps, stop),
        isOut: status === 'out',
        version,
      },
    ]),
  )
}
