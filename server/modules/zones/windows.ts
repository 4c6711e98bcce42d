import { type CalendarDate, formatDate } from '#contract/dates/calendar.ts'
import { Failure } from '#contract/errors.ts'
import type { TimeWindow } from '#contract/zones/time-window.ts'
import { isSameWindow } from '#contract/zones/window-text.ts'
import { windowsOn } from '#contract/zones/zone-exceptions.ts'
import type { DbOrTx } from '#server/db/client.ts'
import { findZoneByZip, findZonesByZip } from './queries.ts'

/** Where and when a delivery is made, as far as its time windows depend on it. */
type ZipAndDate = { zip: string; date: CalendarDate }

/** Rule 46: returns the window if the zone offers it on this date, else null. */
export async function keepWindow(
  db: DbOrTx,
  window: TimeWindow | null | undefined,
  { zip, date }: ZipAndDate,
): Promise<TimeWindow | null> {
  if (!window) return null
  const zone = await findZoneByZip(db, zip)
  const isOffered = zone && windowsOn(zone, date).some((offered) => isSameWindow(offered, window))
  return isOffered ? { from: window.from, to: window.to } : null
}

/** Rule 46: those whose window their zone does not offer on this date. */
export async function lostWindows<Row extends { window: TimeWindow | null; zip: string }>(
  db: DbOrTx,
  rows: readonly Row[],
  date: CalendarDate,
): Promise<Row[]> {
  const chosen = rows.filter(({ window }) => window !== null)
  const zonesByZip = await findZonesByZip(db, new Set(chosen.map(({ zip }) => zip.slice(0, 5))))
  return chosen.filter(({ window, zip }) => {
    const zone = zonesByZip.get(zip.slice(0, 5))
    return (
      !zone || !windowsOn(zone, date).some((offered) => window && isSameWindow(offered, window))
    )
  })
}

/** Rule 46: rejects a window that the zone does not offer on this date. */
export async function assertOfferedWindow(
  db: DbOrTx,
  window: TimeWindow | null | undefined,
  delivery: ZipAndDate,
): Promise<void> {
  if (!window || (await keepWindow(db, window, delivery))) return
  const message = `We don't offer this time window on ${formatDate(delivery.date)}. Choose another one.`
  throw new Failure('invalid', message, { deliveryWindow: message })
}
