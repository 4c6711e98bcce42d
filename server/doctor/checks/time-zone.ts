import type { Pool } from 'pg'
import { periodAt } from '#contract/dates/shop-calendar.ts'
import { isTimeZone } from '#contract/dates/time-zone.ts'
import type { Config } from '#server/config/config.ts'
import { findSetting } from '#server/db/settings.ts'
import type { SettingsRow } from '#server/modules/settings/index.ts'
import type { Clock } from '#server/runtime.ts'
import { type CheckResult, fail, ok, warn } from '../check.ts'

export async function checkTimeZone(
  pool: Pool,
  { calendar }: SettingsRow,
  { initialSettings }: Pick<Config, 'initialSettings'>,
  clock: Clock,
): Promise<CheckResult> {
  const { timeZone } = periodAt(calendar, clock.now())
  if (!isTimeZone(timeZone)) return fail(`Node on this machine does not know ${timeZone}.`)
  const variable = initialSettings.fromEnvironment.timeZone
  if (variable !== undefined && variable !== timeZone) {
    return warn(
      `The shop's time zone is ${timeZone}; SHOP_TIME_ZONE (${variable}) differs and is not used.`,
    )
  }
  const totalsZone = await findSetting(pool, 'time_zone')
  if (totalsZone !== undefined && totalsZone !== timeZone) {
    return warn(
      `The shop's time zone is ${timeZone}, daily totals still use ${totalsZone}. The running shop updates them.`,
    )
  }
  return ok(`The shop's time zone is ${timeZone}.`)
}
