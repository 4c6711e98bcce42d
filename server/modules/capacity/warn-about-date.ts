import { formatDate } from '#contract/dates/calendar.ts'
import { Failure } from '#contract/errors.ts'
import type { Db } from '#server/db/client.ts'
import { findZoneByZip } from '#server/modules/zones/index.ts'
import type { CapacityDeps } from './list-open-dates.ts'
import { assertDateOpen, type Place } from './reserve-place.ts'

/**
 * Rule 46: staff may choose any date. Returns a warning if _Route days only_ is on
 * and a customer could not order it.
 */
export async function warnAboutDate(
  deps: CapacityDeps & { db: Db },
  place: Pick<Place, 'zip' | 'date' | 'bottles'>,
): Promise<string | undefined> {
  if (!deps.shop.routeDaysOnly || !/^\d{5}/.test(place.zip)) return undefined
  const rejection = await assertDateOpen(deps, place, null).catch((err: unknown) => err)
  if (rejection === undefined) return undefined
  if (!(rejection instanceof Failure)) throw rejection
  const { zip, date } = place
  const zone = await findZoneByZip(deps.db, zip)
  if (!zone) return `${zip} is in no zone.`
  const { dates = [] } = rejection.details
  const next = dates.length > 0 ? ` Next: ${dates.map((day) => formatDate(day)).join('; ')}.` : ''
  return rejection.code === 'date_full'
    ? `Zone ${zone.name} is full on ${formatDate(date)}.${next}`
    : `Zone ${zone.name} isn't served on ${formatDate(date)}.${next}`
}
