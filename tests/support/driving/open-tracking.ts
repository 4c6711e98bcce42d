import { fillPath } from '#contract/fill-path.ts'
import type { OrderState } from '#contract/orders.ts'
import { apiPaths } from '#contract/paths.ts'
import type { Tracking } from '#contract/tracking/tracking.ts'
import { followEvents } from '../routing/follow-events.ts'
import { MORNING, openDriving } from './open-driving.ts'

const MINUTE_MS = 60_000

/** A published route whose stops are planned every 15 minutes from 9:30, each at a door of its own. */
export async function openTracking(...names: string[]) {
  const driving = await openDriving(...names)
  const { shop, stops, routeId } = driving
  const ids = stops.map(({ id }) => id)
  await shop.sql(
    `update orders o set delivery_address = a.n || ' Hill Road', customer_email = 'door' || a.n || '@example.com'
     from unnest($1::uuid[]) with ordinality as a (id, n) where o.id = a.id`,
    [stops.map(({ orderId }) => orderId)],
  )
  await shop.sql(
    `update schedules s set planned_at = $2::timestamptz + a.n * interval '15 minutes'
     from unnest($1::uuid[]) with ordinality as a (id, n) where s.id = a.id`,
    [ids, new Date(Date.parse(MORNING) + 15 * MINUTE_MS)],
  )
  await driving.phone.load()
  const orderIdAt = (index: number) => stops[index]?.orderId ?? ''
  return {
    ...driving,
    routeId,
    productId: shop.products[0]?.id ?? '',
    ids,
    orderIdAt,
    /** Minutes after 9:00 in New York. */
    setTime: (minutes: number) =>
      shop.clock.set(new Date(Date.parse(MORNING) + minutes * MINUTE_MS).toISOString()),
    /** The page of an order, as anyone with its link has it. */
    follow: (index: number) => followOrder(shop.url, orderIdAt(index), shop.buyer()),
    wantEmail: (index: number, isWanted = true) =>
      shop
        .buyer()
        .call('PUT', fillPath(apiPaths.orderNearEmail, { id: orderIdAt(index) }), { isWanted }),
    nearEmails: async () =>
      (await shop.mailbox())
        .filter(({ subject }) => /away|next/.test(subject))
        .map(({ recipient, subject }) => `${recipient}: ${subject.replace(/: order .*/, '')}`),
  }
}

export async function followOrder(
  url: string,
  id: string,
  browser: Parameters<typeof followEvents>[1],
) {
  const { next } = await followEvents(`${url}${fillPath(apiPaths.orderEvents, { id })}`, browser)
  return {
    next: next as () => Promise<OrderState>,
    /** Reads messages until one has this text: '2 10:55–11:25', a state, or 'none'. */
    until: async (text: string | RegExp): Promise<OrderState> => {
      for (;;) {
        const state = (await next()) as OrderState
        const shown = showTracking(state.tracking)
        if (typeof text === 'string' ? shown === text : text.test(shown)) return state
      }
    },
  }
}

/** Times of New York in winter. */
const clockTime = (instant: string | undefined) =>
  new Date(Date.parse(instant ?? '') - 5 * 3_600_000).toISOString().slice(11, 16)

export function showTracking(line: Tracking | null | undefined): string {
  if (!line) return 'none'
  if (!line.from) return line.state
  const range = `${clockTime(line.from)}–${clockTime(line.to)}`
  return line.state === 'underway' ? `${line.stopsBefore} ${range}` : `${line.state} ${range}`
}
