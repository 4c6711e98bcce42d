import { zoneFinder } from '#contract/zones/landed-date.ts'
import type { Db } from '../db/client.ts'
import { auditDayChanges } from '../modules/backoffice/index.ts'
import { auditBottles } from '../modules/bottles/index.ts'
import { auditCases } from '../modules/cases/index.ts'
import { auditCredit } from '../modules/credit/index.ts'
import { auditDeposits } from '../modules/deposits/index.ts'
import { auditStops } from '../modules/dispatch/index.ts'
import { auditBookings } from '../modules/driving/index.ts'
import { auditPrices } from '../modules/orders/index.ts'
import { auditCycles } from '../modules/renewals/index.ts'
import type { SettingsRow } from '../modules/settings/index.ts'
import { auditPlans } from '../modules/subscriptions/index.ts'
import { readZoneCalendars } from '../modules/zones/index.ts'
import type { Clock } from '../runtime.ts'

/** Everything of the audit that needs no card provider. */
export async function auditRows(db: Db, { clock, shop }: { clock: Clock; shop: SettingsRow }) {
  const credit = await auditCredit(db)
  const prices = await auditPrices(db)
  const deposits = await auditDeposits(db)
  const bottles = await auditBottles(db)
  const cycles = await auditCycles(db, { clock, shop })
  const findings = [
    ...credit.findings,
    ...prices.findings,
    ...deposits.findings,
    ...bottles.findings,
    ...(await auditBookings(db)),
    ...cycles,
    ...(await auditCases(db)),
    ...(await auditDays(db, clock, shop)),
  ]
  return { credit, prices, deposits, bottles, findings }
}

/** Day changes, stops and the places that planned deliveries take. */
async function auditDays(db: Db, clock: Clock, { calendar, routeDaysOnly }: SettingsRow) {
  const zones = await readZoneCalendars(db)
  const zoneCalendar = routeDaysOnly ? zoneFinder(zones) : undefined
  const deps = { clock, shop: { calendar, zoneCalendar, hasZones: zones.size > 0 } }
  return [
    ...(await auditDayChanges(db, deps)),
    ...(await auditStops(db)),
    ...(await auditPlans(db, deps)),
  ]
}
