import { zoneFinder } from '#contract/zones/landed-date.ts'
import type { ReassignDates } from './modules/settings/index.ts'
import { reassignSubscriptions } from './modules/subscriptions/index.ts'
import { readZoneCalendars } from './modules/zones/index.ts'
import type { Clock, Random } from './runtime.ts'

/** Rule 47: settings and zones come before subscriptions, so they get this function. */
export const createReassignDates =
  (deps: { clock: Clock; random: Random }): ReassignDates =>
  async (tx, { calendar, routeDaysOnly }, zips) => {
    const zoneCalendar = routeDaysOnly ? zoneFinder(await readZoneCalendars(tx)) : undefined
    return reassignSubscriptions(tx, deps, { shop: { calendar, zoneCalendar }, zips })
  }
