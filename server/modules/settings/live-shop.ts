import { setTimeout as delay } from 'node:timers/promises'
import { periodAt } from '#contract/dates/shop-calendar.ts'
import type { Shop } from '#contract/shop.ts'
import { type ZoneCalendars, zoneFinder } from '#contract/zones/landed-date.ts'
import type { Db } from '#server/db/client.ts'
import type { Listener } from '#server/db/listener.ts'
import { coalesceRuns } from '#server/jobs/background-job.ts'
import type { Clock, Log } from '#server/runtime.ts'
import { readSettings, type SettingsRow } from './read-settings.ts'

type LiveDeps = {
  db: Db
  clock: Clock
  log: Log
  listener: Listener
  readZoneCalendars(db: Db): Promise<ZoneCalendars>
  /** A later module keeps it. */
  isPaused(db: Db): Promise<boolean>
}

export type LiveShop = {
  shop: Shop
  /** Applies a change of this process at once. Other processes are notified. */
  apply(row: SettingsRow): void
  /** Reads settings and zones again, after this process changed a zone. */
  reload(): Promise<void>
  close(): void
}

const RETRY_MS = 1_000

/**
 * Keeps the settings in memory and reads them again whenever any process changes them. Zones are
 * read with them, because every date of a subscription may depend on them (rule 47).
 */
export async function openLiveShop({
  db,
  clock,
  log,
  listener,
  readZoneCalendars,
  isPaused,
}: LiveDeps): Promise<LiveShop> {
  const readRest = async () => ({
    zones: await readZoneCalendars(db),
    isPaused: await isPaused(db),
  })
  let current = { ...(await readSettings(db)), ...(await readRest()) }
  let isClosed = false
  const apply = (row: SettingsRow) => {
    // Reads can overtake each other.
    if (row.version >= current.version) current = { ...current, ...row }
  }
  const read = async () => {
    while (!isClosed) {
      try {
        apply(await readSettings(db))
        const rest = await readRest()
        current = { ...current, ...rest }
        return
      } catch (err) {
        log.warn({ err }, 'reading the settings failed')
        await delay(RETRY_MS, undefined, { ref: false })
      }
    }
  }
  // One after the other: zones have no version that would reveal an older read.
  const reload = coalesceRuns(read)
  const stopListening = listener.on('carboy_settings', () => void reload.now())
  return {
    shop: createShop(() => current, clock),
    apply,
    reload: () => reload.now(),
    close() {
      isClosed = true
      stopListening()
    },
  }
}

type ShopFields = Omit<SettingsRow, 'id' | 'version' | 'updatedAt' | 'routing'> & {
  zones: ZoneCalendars
  isPaused?: boolean
}

/** A view of the current settings. Its values change while the server runs. */
export function createShop(read: () => ShopFields, clock: Clock): Shop {
  return {
    get name() {
      return read().name
    },
    get phone() {
      return read().phone
    },
    get email() {
      return read().email
    },
    get city() {
      return read().city
    },
    get town() {
      return read().town
    },
    get legalContact() {
      return read().legalContact
    },
    get chargesTax() {
      return read().chargesTax
    },
    get priceIncreases() {
      return read().priceIncreases
    },
    get depositCents() {
      return read().depositCents
    },
    get isDepositTaxable() {
      return read().isDepositTaxable
    },
    get routeDaysOnly() {
      return read().routeDaysOnly
    },
    get hasZones() {
      return read().zones.size > 0
    },
    get zoneCalendar() {
      const { routeDaysOnly, zones } = read()
      return routeDaysOnly ? zoneFinder(zones) : undefined
    },
    get isPaused() {
      return read().isPaused ?? false
    },
    get calendar() {
      return read().calendar
    },
    get timeZone() {
      return periodAt(read().calendar, clock.now()).timeZone
    },
    get cutoffHours() {
      return String(periodAt(read().calendar, clock.now()).cutoffHours)
    },
  }
}
