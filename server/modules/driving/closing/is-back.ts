import { type AnyColumn, type SQL, sql } from 'drizzle-orm'
import { driverEvents } from '../tables.ts'

/**
 * Rule 61: whether the truck of a route was counted back from every trip that it loaded. A trip that
 * was not counted is over once a trip that was loaded after it is back. Trips may be driven in any
 * order, and a trip can be counted again while the truck is on the next one, so neither the number
 * of a trip nor the time of a count decides. A load that was undone is ignored, unless that undo
 * was undone.
 */
export const isBack = (routeId: AnyColumn): SQL => {
  const { id, type, trip, effectiveAt, deviceSeq, booking, state } = driverEvents
  const isLoad = sql`${type} = 'loaded' and ${state} = 'counted' and (${booking} = 'booked'
    or ${id} not in (select undo.supersedes from ${driverEvents} undo where undo.route_id = ${routeId}
    and undo.type = 'superseded' and undo.state = 'counted' and undo.supersedes is not null))`
  return sql`coalesce((
    with trips as (
      select min(${effectiveAt}) filter (where ${isLoad}) as loaded_at,
        min(${deviceSeq}) filter (where ${isLoad}) as loaded_seq,
        bool_or(${booking} = 'booked') filter (where ${type} = 'loaded') as is_loaded,
        coalesce(bool_or(${booking} = 'booked') filter (where ${type} = 'returned'), false) as is_back
      from ${driverEvents}
      where ${driverEvents.routeId} = ${routeId} and ${type} in ('loaded', 'returned')
      group by ${trip}
    )
    select bool_or(is_back) and not exists (select 1 from trips out where out.is_loaded
      and not out.is_back and not exists (select 1 from trips later where later.is_back
        and (later.loaded_at, later.loaded_seq) > (out.loaded_at, out.loaded_seq)))
    from trips), false)`
}
