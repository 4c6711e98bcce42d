import { expect, test } from 'vitest'
import { CalendarChange } from '#contract/staff/settings.ts'
import { readEnvironment } from '#server/config/environment.ts'
import { defaultPeriod } from './shop-calendar.ts'

const acceptsForm = (timeZone: string) =>
  CalendarChange.safeParse({ ...defaultPeriod, from: '2026-12-01', timeZone }).success

const acceptsVariable = (zone: string) => {
  try {
    return readEnvironment({ SHOP_TIME_ZONE: zone }).SHOP_TIME_ZONE === zone
  } catch {
    return false
  }
}

test.each(['America/New_York', 'UTC', 'Etc/UTC'])(
  '%s is accepted by the first start and by the settings page alike',
  (zone) => {
    expect([acceptsVariable(zone), acceptsForm(zone)]).toEqual([true, true])
  },
)

test.each(['EST', '+05:00', '-05:00', 'Mars/Olympus', 'New York', '5'])(
  '%s is rejected by the first start and by the settings page alike',
  (zone) => {
    expect([acceptsVariable(zone), acceptsForm(zone)]).toEqual([false, false])
  },
)
