import { auditDayChanges } from '#server/modules/backoffice/index.ts'
import { auditStops } from '#server/modules/dispatch/index.ts'
import type { World } from '../world.ts'
import { landed, openFrom, weeksAfter } from './landing-model.ts'

type Row = { id: string; what: string }

/** Rules 47 and 48, after everything has settled. */
export async function checkDays(world: World): Promise<void> {
  if (!world.days.isActive) return
  const { oracle, observer } = world
  const shop = { calendar: world.closedDates.calendar }
  const clock = { now: () => new Date(world.scheduler.now) }
  const findings = [
    ...(await auditDayChanges(observer.db, { clock, shop } as never)),
    ...(await auditStops(observer.db)),
  ]
  for (const { rule, id, what } of findings) oracle.report(rule, `${id} ${what}`)
  await checkStops(world)
  await checkWindows(world)
  await checkUndone(world)
  await checkLanding(world)
}

const report = (world: World, rows: readonly Row[]) => {
  for (const { id, what } of rows) world.oracle.report('rule 48', `${id} ${what}`)
}

/** Checks the dates of cycles, orders and stops, and that closed zones are not served. */
async function checkStops(world: World): Promise<void> {
  report(
    world,
    await world.sql<Row>(
      `select o.id, 'is on ' || o.delivery_date || ', its cycle on ' || c.date as what
       from cycles c join orders o on o.id = c.order_id
       where c.status not in ('skipped', 'void') and c.date <> o.delivery_date
       union all
       select o.id, 'has a stop on ' || s.scheduled_date || ' instead of ' || o.delivery_date
       from schedules s join orders o on o.id = s.order_id
       where s.status = 'pending' and s.scheduled_date <> o.delivery_date
       union all
       select z.id, 'is served on ' || d.date || ', which was changed'
       from day_changes d join zones z on z.id = any(d.zone_ids)
       where d.status <> 'undone' and not exists (select from jsonb_array_elements(z.exceptions) e
         where e->>'date' = d.date::text)`,
    ),
  )
}

/** Nothing is charged or emailed while the change can be undone. */
async function checkWindows(world: World): Promise<void> {
  report(
    world,
    await world.sql<Row>(
      `select a.order_id as id, 'was charged within the undo window' as what
       from day_changes d join day_change_moves m on m.day_change_id = d.id
         join charge_attempts a on a.order_id = m.order_id
       where a.started_at > d.applied_at
         and a.started_at < coalesce(d.undone_at, d.applied_at + interval '10 minutes')
         and not exists (select from charge_attempts b where b.order_id = a.order_id
           and b.started_at <= d.applied_at)
       union all
       select m.order_id, 'was emailed within the undo window'
       from day_changes d join day_change_moves m on m.day_change_id = d.id
         join emails e on e.subject_id = m.order_id and e.kind = 'delivery_moved'
       where e.created_at between d.applied_at and d.applied_at + interval '1 minute'
         and e.sent_at < d.applied_at + interval '10 minutes'`,
    ),
  )
}

/** An undone change without other changes leaves no email and no other date. */
async function checkUndone(world: World): Promise<void> {
  for (const { id, skipped } of world.days.undone)
    report(
      world,
      await world.sql<Row>(
        `select m.order_id as id, 'was emailed about a change that was undone' as what
         from day_changes d join day_change_moves m on m.day_change_id = d.id
           join emails e on e.subject_id = m.order_id and e.kind = 'delivery_moved'
         where d.id = $1 and m.order_id <> all($2)
           and e.created_at between d.applied_at and d.undone_at
           and e.dedupe_key like 'delivery_moved:' || m.order_id || ':' || m.from_date || '-%'`,
        [id, skipped],
      ),
    )
}

type NextRow = { id: string; zip: string; anchor: string; weeks: number; next_date: string }

/** Rule 47: the next delivery of each subscription without a date of its own. */
async function checkLanding(world: World): Promise<void> {
  const { days, oracle } = world
  const rows = await world.sql<NextRow>(
    `select s.id, s.delivery_zip as zip, s.anchor::text as anchor,
       s.next_cycle - s.anchor_cycle as weeks, s.next_date::text as next_date
     from subscriptions s where s.status = 'active' and s.next_date is not null
       and s.frequency = 'weekly' and s.paused_until is null
       and not exists (select from cycles c where c.subscription_id = s.id
         and c.cycle = s.next_cycle)`,
  )
  world.count('next dates checked', rows.length)
  for (const { id, zip, anchor, weeks, next_date } of rows) {
    const served = days.servedDays(zip)
    const usual = weeksAfter(anchor, weeks)
    const expected = days.routeDaysOnly ? landed(served, usual) : openFrom(shopOnly(world), usual)
    if (next_date !== expected)
      oracle.report('rule 47', `${id} is next on ${next_date}, not ${expected} (${usual})`)
  }
}

const shopOnly = (world: World) => ({ closed: new Set(world.closedDates.dates) })
