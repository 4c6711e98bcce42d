import { zoneFinder } from '#contract/zones/landed-date.ts'
import type { RelandRouteDays } from './modules/settings/index.ts'
import { relandSubscriptions } from './modules/subscriptions/index.ts'
import { readZoneCalendars } from './modules/zones/index.ts'
import type { Clock, Random } from './runtime.ts'

/** Rule 47: settings and zones come before subscriptions, so they get this function. */
export const createRelandRouteDays =
  (deps: { clock: Clock; random: Random }): RelandRouteDays =>
  async (tx, { calendar, routeDaysOnly }, zips) => {
    const zoneCalendar = routeDaysOnly ? zoneFinder(await readZoneCalendars(tx)) : undefined
    return relandSubscriptions(tx, deps, { shop: { calendar, zoneCalendar }, zips })
  }
