import { and, asc, eq, gte, inArray, isNotNull } from 'drizzle-orm'
import { shopDate } from '#contract/dates/shop-calendar.ts'
import type { Tx } from '#server/db/client.ts'
import { queueEmail } from '#server/modules/mail/index.ts'
import { isPlannable } from '#server/modules/orders/index.ts'
import { orders } from '#server/modules/orders/tables.ts'
import { lockBoard } from '../board/lock-board.ts'
import { isOpenStop } from '../open-stops.ts'
import { announcedWindows, routes, schedules } from '../tables.ts'
import type { ScheduleDeps } from '../write-schedule.ts'
import { typedTime } from './announce-windows.ts'
import { type ActualWindow, checkWindow } from './check-window.ts'
import { toDedupeSuffix } from './window-emails.ts'

type AnnouncedRow = typeof announcedWindows.$inferSelect

/**
 * Rule 52: emails customers whose window is no longer valid, because their stop was taken off a published
 * route or its time has changed. A dispatcher has a while to finish, so that a drag sends no email.
 */
export async function correctWindows(deps: ScheduleDeps): Promise<void> {
  const today = shopDate(deps.shop.calendar, deps.clock.now())
  const dates = await deps.db
    .selectDistinct({ date: announcedWindows.date })
    .from(announcedWindows)
    .where(gte(announcedWindows.date, today))
    .orderBy(asc(announcedWindows.date))
  for (const { date } of dates) {
    await deps.db.transaction(async (tx) => {
      // Publishing and moving wait, so that no one is emailed twice.
      await lockBoard(tx, date)
      await correctDate(tx, deps, date)
    })
  }
}

async function correctDate(tx: Tx, deps: ScheduleDeps, date: string): Promise<void> {
  const actual = await readActual(tx, deps, date)
  for (const announced of await selectAnnounced(tx, date)) {
    const now = actual.get(announced.orderId)
    const result = checkWindow(announced, now, deps.clock.now())
    const sameOrder = eq(announcedWindows.orderId, announced.orderId)
    if (result === 'valid' && announced.wrongSince) {
      await tx.update(announcedWindows).set({ wrongSince: null }).where(sameOrder)
    }
    if (result === 'wrong') {
      await tx.update(announcedWindows).set({ wrongSince: deps.clock.now() }).where(sameOrder)
    }
    if (result === 'withdraw') {
      await queueWindowEmail(tx, deps, 'delivery_window_withdrawn', announced, 0)
      await tx.delete(announcedWindows).where(sameOrder)
    }
    if (result === 'announce' && now) {
      const window = { date, expectedAt: now.expectedAt }
      await queueWindowEmail(tx, deps, 'delivery_window', { ...announced, ...window }, now.version)
      await tx
        .update(announcedWindows)
        .set({ ...window, announcedAt: deps.clock.now(), wrongSince: null })
        .where(sameOrder)
    }
  }
}

const queueWindowEmail = (
  tx: Tx,
  deps: ScheduleDeps,
  kind: 'delivery_window' | 'delivery_window_withdrawn',
  announced: AnnouncedRow,
  version: number,
) =>
  queueEmail(tx, deps, {
    kind,
    subjectId: announced.orderId,
    // The time of its announcement, so that the same window can be withdrawn again.
    dedupeSuffix: `${toDedupeSuffix(announced, version)} ${announced.announcedAt.getTime()}`,
  })

/** Windows of deliveries that are still open on this date; other changes have their own emails. */
async function selectAnnounced(tx: Tx, date: string): Promise<AnnouncedRow[]> {
  const rows = await tx
    .select({ announced: announcedWindows })
    .from(announcedWindows)
    .innerJoin(orders, eq(orders.id, announcedWindows.orderId))
    .where(
      and(
        eq(announcedWindows.date, date),
        eq(orders.deliveryDate, date),
        eq(orders.deliveryStatus, 'scheduled'),
        isPlannable,
      ),
    )
    .orderBy(asc(announcedWindows.orderId))
  return rows.map(({ announced }) => announced)
}

/** The expected time of each order on the published routes of the date. */
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
