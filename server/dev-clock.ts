import { and, asc, inArray, isNotNull } from 'drizzle-orm'
import type { FastifyInstance } from 'fastify'
import { addDays, FIRST_DATE, instantIn, ORDERED_DAYS_AHEAD } from '#contract/calendar.ts'
import { cycles, subscriptions } from '#server/modules/subscriptions/tables.ts'
import type { Db } from './db/client.ts'
import type { Deps } from './deps.ts'
import { mountDevClock } from './http/dev-clock.ts'
import { CLOCK_AHEAD, keptAheadMs } from './kept-clock.ts'
import { sweepsOf } from './sweeps.ts'

const DAY_MS = 86_400_000
const MOST_SHOWN = 5
/** As far ahead as dates can be planned: an order dated in the year 9999 is no moment to go to. */
const LATEST_MS = 2 * 366 * DAY_MS

/** What happens by itself, in the order in which one leads to the other. */
const rounds = ['delivery.plan', 'delivery.charge', 'refund.send', 'mail.send'] as const

/** Development only: watches a subscription live through months, one due moment after the other. */
export function offerDevClock(app: FastifyInstance, deps: Deps): void {
  const { clock, pool, putClockAhead, config } = deps
  if (!putClockAhead) return
  const { timeZone } = config.shop

  async function goTo(moment: Date): Promise<void> {
    const ahead = (await keptAheadMs(pool)) + moment.getTime() - clock.now().getTime()
    await pool.query(
      `insert into settings (name, value, created_at) values ($1, $2, $3)
       on conflict (name) do update set value = excluded.value`,
      [CLOCK_AHEAD, String(ahead), clock.now()],
    )
    putClockAhead?.(ahead)
    const sweeps = new Map(sweepsOf(deps).map(({ name, run }) => [name, run]))
    for (const name of rounds) {
      await sweeps.get(name)?.()
      await deps.sandbox?.deliverDue()
    }
    await sweeps.get('mail.send')?.()
  }

  mountDevClock(app, {
    publicUrl: config.publicUrl,
    timeZone,
    now: () => clock.now(),
    due: () => dueMoments(deps),
    goTo,
    tomorrow: () => new Date(clock.now().getTime() + DAY_MS),
  })
}

export type DueMoment = { at: Date; what: string }

/** The next few things that will happen by themselves. */
async function dueMoments({ db, clock, config }: Deps): Promise<DueMoment[]> {
  const rows = [...(await toOrder(db)), ...(await toCharge(db))]
  const now = clock.now()
  const latest = now.getTime() + LATEST_MS
  return rows
    .map(({ at, what }) => ({
      at: typeof at === 'string' ? instantIn(config.shop.timeZone, at, 0) : at,
      what,
    }))
    .map(({ at, what }) => ({ at: new Date(Math.max(at.getTime(), now.getTime())), what }))
    .filter(({ at }) => at.getTime() <= latest)
    .sort((one, other) => one.at.getTime() - other.at.getTime())
    .slice(0, MOST_SHOWN)
}

async function toOrder(db: Db): Promise<{ at: string | Date; what: string }[]> {
  const rows = await db
    .select({ id: subscriptions.id, date: subscriptions.nextDate })
    .from(subscriptions)
    .where(
      and(isNotNull(subscriptions.nextDate), inArray(subscriptions.status, ['active', 'paused'])),
    )
    .orderBy(asc(subscriptions.nextDate))
    .limit(MOST_SHOWN)
  return rows.map(({ id, date }) => ({
    at: addDays(date ?? FIRST_DATE, -ORDERED_DAYS_AHEAD),
    what: `Order the delivery of ${date} for subscription ${id.slice(0, 8)}`,
  }))
}

async function toCharge(db: Db): Promise<{ at: string | Date; what: string }[]> {
  const rows = await db
    .select()
    .from(cycles)
    .where(isNotNull(cycles.dueAt))
    .orderBy(asc(cycles.dueAt))
    .limit(MOST_SHOWN)
  return rows.flatMap(({ subscriptionId, date, dueAt, tries }) => {
    const verb = tries === 0 ? 'Charge' : 'Try again to charge'
    const what = `${verb} the delivery of ${date} for subscription ${subscriptionId.slice(0, 8)}`
    return dueAt ? [{ at: dueAt, what }] : []
  })
}
