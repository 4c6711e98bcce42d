import { activeEvents } from '#contract/driver/fold.ts'
import type { DriverStop } from '#contract/driver/route.ts'
import { amountToCents } from '#contract/money.ts'
import type { StoredEvent } from '../storage/database.ts'

/** Money that was recorded for a delivery, by this phone or by anyone else. */
export type StopPayment = {
  id: string
  method: 'cash' | 'check' | 'transfer'
  cents: number
  /** When the driver entered it; null if another phone or dispatch did. */
  at: string | null
  isWaitingToSend: boolean
  /** Only the device that entered it can undo it. */
  canUndo: boolean
}

export type StopMoney = {
  payments: StopPayment[]
  /** The amount still to collect, counting entries that are not sent yet. */
  dueCents: number
  /** The amount due before any entry on this phone: only other phones and dispatch change it. */
  owedCents: number
}

/**
 * Joins what this phone entered with what the server had when the route was loaded. A payment has
 * the id of its event on both sides, so it counts once. The events are those of all stops of the order.
 */
export function readMoney(
  deviceId: string,
  stop: DriverStop,
  events: readonly StoredEvent[],
): StopMoney {
  const entered = events.filter(({ event }) => event.type === 'payment-received')
  const active = new Set(activeEvents(events.map(({ event }) => event)))
  const enteredIds = new Set(entered.map(({ event }) => event.eventId))
  const known = new Map((stop.received ?? []).map((payment) => [payment.id, payment]))
  const own = entered.flatMap(({ event, status }): StopPayment[] => {
    if (event.type !== 'payment-received' || !active.has(event)) return []
    const { eventId: id, payload, tappedAt: at } = event
    return [
      {
        id,
        method: payload.method,
        cents: amountToCents(payload.amount) ?? 0,
        at,
        isWaitingToSend: status !== 'sent',
        canUndo: event.deviceId === deviceId,
      },
    ]
  })
  const others = [...known.values()]
    .filter(({ id }) => !enteredIds.has(id))
    .map(({ id, method, amount }): StopPayment => {
      const cents = amountToCents(amount) ?? 0
      return { id, method, cents, at: null, isWaitingToSend: false, canUndo: false }
    })
  const received = [...known.values()].filter(({ id }) => enteredIds.has(id))
  const owedCents = received.reduce(
    (sum, { amount }) => sum + (amountToCents(amount) ?? 0),
    amountToCents(stop.amountDue ?? '0') ?? 0,
  )
  const dueCents = own.reduce((sum, { cents }) => sum - cents, owedCents)
  return { payments: [...others, ...own], dueCents: Math.max(0, dueCents), owedCents }
}
