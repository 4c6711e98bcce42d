import { defaultCalendar, periodAt } from '#contract/dates/shop-calendar.ts'
import type { Db } from '#server/db/client.ts'
import type { Clock, Log } from '#server/runtime.ts'
import { findSettings, readSettings, SETTINGS_ID } from './read-settings.ts'
import { shopSettings } from './tables.ts'

/** Values of the first start, and the `SHOP_*` variables that were set explicitly. */
export type InitialSettings = {
  name: string
  phone: string
  email: string
  city: string
  town: string
  /** Throws if the configuration has no zone and none can be assumed. */
  timeZone(): string
  fromEnvironment: Partial<Record<EnvironmentField, string | undefined>>
}

type EnvironmentField = 'name' | 'phone' | 'email' | 'city' | 'town' | 'timeZone'

const variables: Record<EnvironmentField, string> = {
  name: 'SHOP_NAME',
  phone: 'SHOP_PHONE',
  email: 'SHOP_EMAIL',
  city: 'SHOP_CITY',
  town: 'SHOP_TOWN',
  timeZone: 'SHOP_TIME_ZONE',
}

type EnsureDeps = { db: Db; clock: Clock; log: Log }

/**
 * Rule 33: stores the settings at the first start. Later starts use the stored ones and name the
 * variables that differ. Returns the current time zone.
 */
export async function ensureSettings(deps: EnsureDeps, initial: InitialSettings): Promise<string> {
  const { db, clock, log } = deps
  if (!(await findSettings(db))) await insertSettings(deps, initial)
  const { calendar, ...stored } = await readSettings(db)
  const { timeZone } = periodAt(calendar, clock.now())
  const current = { ...stored, timeZone }
  const fields = Object.keys(variables) as EnvironmentField[]
  const differing = fields.filter((field) => {
    const value = initial.fromEnvironment[field]
    return value !== undefined && value !== current[field]
  })
  if (differing.length > 0) {
    const names = differing.map((field) => variables[field]).join(', ')
    log.warn({ variables: names }, `${names}: not used, because the shop's settings differ`)
  }
  return timeZone
}

async function insertSettings({ db, clock }: EnsureDeps, initial: InitialSettings): Promise<void> {
  const { name, phone, email, city, town } = initial
  const calendar = defaultCalendar(initial.timeZone())
  await db
    .insert(shopSettings)
    .values({ id: SETTINGS_ID, name, phone, email, city, town, calendar, updatedAt: clock.now() })
    // Of two processes that start at once, the first one wins.
    .onConflictDoNothing()
}
