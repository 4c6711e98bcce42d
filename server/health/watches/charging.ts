import { eq, min } from 'drizzle-orm'
import { shopDate } from '#contract/dates/shop-calendar.ts'
import type { Shop } from '#contract/shop.ts'
import type { Db } from '#server/db/client.ts'
import { engineHeartbeats } from '#server/modules/renewals/tables.ts'
import { cycles } from '#server/modules/subscriptions/tables.ts'
import { checkHeartbeat, type Finding } from '../finding.ts'

const LIMIT_MS = 10 * 60_000

type ChargingDeps = { db: Db; shop: Shop; now: Date; awakeSince: Date; isPaused: boolean }

/** Charging runs every minute. On a day with charges, ten minutes without a finished round count. */
export async function watchCharging(deps: ChargingDeps): Promise<Finding> {
  const { db, shop, now, awakeSince } = deps
  const kind = 'charging_stalled'
  const [finished] = await db
    .select({ at: engineHeartbeats.at })
    .from(engineHeartbeats)
    .where(eq(engineHeartbeats.name, 'finished'))
  const state = checkHeartbeat({ now, awakeSince, last: finished?.at, limitMs: LIMIT_MS })
  if (state !== 'open') return { kind, state }
  const [next] = await db.select({ dueAt: min(cycles.dueAt) }).from(cycles)
  const isChargingDay =
    next?.dueAt && shopDate(shop.calendar, next.dueAt) <= shopDate(shop.calendar, now)
  if (!isChargingDay || deps.isPaused) return { kind, state: 'unclear' }
  const message =
    'Charging today’s deliveries hasn’t finished a round for ten minutes. Check the payment provider and the log, then start the shop again.'
  return { kind, state, message }
}
