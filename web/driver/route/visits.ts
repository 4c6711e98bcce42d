import { stopName } from './route-changes.ts'
import type { StopView } from './stop-view.ts'

/**
 * One visit of the truck: the deliveries at one door on one trip. The driver's screens call it a stop.
 * Each delivery has its own order, counts and outcome.
 */
export type Visit = {
  trip: number
  /** From 1, within its trip: doors as the driver counts them. */
  number: number
  deliveries: [StopView, ...StopView[]]
}

/** A delivery on a screen of its own, with the visit that it is part of. */
export type DeliveryProps = { visit: Visit; view: StopView }

/** As for the customer's page (rule 63): a door that the truck comes back to is another visit. */
export function toVisits(stops: readonly StopView[]): Visit[] {
  const visits: Visit[] = []
  for (const view of stops) {
    const { trip, door } = view.stop
    const last = visits.at(-1)
    const before = last?.trip === trip ? last : undefined
    if (before && door && before.deliveries[0].stop.door === door) before.deliveries.push(view)
    else visits.push({ trip, number: (before?.number ?? 0) + 1, deliveries: [view] })
  }
  return visits
}

export const isOpenDelivery = ({ progress }: StopView): boolean =>
  progress === 'pending' || progress === 'arrived' || progress === 'skipped'

/** A visit is done when all its deliveries are. */
export const openDeliveries = ({ deliveries }: Visit): StopView[] =>
  deliveries.filter(isOpenDelivery)

export const isSkipped = (visit: Visit): boolean =>
  openDeliveries(visit).every(({ progress }) => progress === 'skipped')

/** The other open deliveries at the door, those after this one first. */
export function nextAtDoor({ deliveries }: Visit, { stop }: StopView): StopView | undefined {
  const index = deliveries.findIndex((other) => other.stop.id === stop.id)
  const others = [...deliveries.slice(index + 1), ...deliveries.slice(0, index)]
  return others.find(isOpenDelivery)
}

/** The customers of a visit, each once. */
export const visitName = ({ deliveries }: Visit): string =>
  [...new Set(deliveries.map(({ stop }) => stopName(stop)))].join(', ')

/** Distinguishes the deliveries at one door: 'Delivery 2 of 2: Ana Ruiz'. */
export function deliveryName({ deliveries }: Visit, { stop }: StopView): string {
  if (deliveries.length === 1) return stopName(stop)
  const number = deliveries.findIndex((other) => other.stop.id === stop.id) + 1
  // Only the name may go to the next line.
  const label = `Delivery ${number} of ${deliveries.length}:`.replaceAll(' ', '\u00a0')
  return `${label} ${stopName(stop)}`
}
