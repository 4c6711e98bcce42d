import type { FastifyInstance } from 'fastify'
import { instantIn } from '#contract/calendar.ts'
import type { Deps } from './deps.ts'
import { mountDevClock } from './http/dev-clock.ts'
import { CLOCK_AHEAD, keptAheadMs } from './kept-clock.ts'
import { sweepsOf } from './sweeps.ts'

const DAY_MS = 86_400_000
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
async function dueMoments({ pool, clock, config }: Deps): Promise<DueMoment[]> {
  const { rows } = await pool.query<{ at: Date | null; day: string | null; what: string }>(
    `(select null::timestamptz as at, (next_date - 3)::text as day,
        'Order the delivery of ' || next_date || ' for subscription ' || left(id::text, 8) as what
      from subscriptions where next_date is not null and status in ('active', 'paused')
      order by next_date limit 5)
     union all
     (select due_at, null, case when tries = 0 then 'Charge' else 'Try again to charge' end ||
        ' the delivery of ' || date || ' for subscription ' || left(subscription_id::text, 8)
      from cycles where due_at is not null order by due_at limit 5)`,
  )
  const now = clock.now()
  const latest = now.getTime() + LATEST_MS
  return rows
    .map(({ at, day, what }) => ({ at: at ?? instantIn(config.shop.timeZone, day ?? '', 0), what }))
    .map(({ at, what }) => ({ at: new Date(Math.max(at.getTime(), now.getTime())), what }))
    .filter(({ at }) => at.getTime() <= latest)
    .sort((one, other) => one.at.getTime() - other.at.getTime())
    .slice(0, 5)
}
