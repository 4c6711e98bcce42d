import type { DriverRoute, DriverStop } from '#contract/driver/route.ts'

/**
 * Describes the changes of dispatch for the driver, in sentences (rule 52). The contents are compared,
 * not the versions, because the driver's own entries make new versions as well.
 */
export function describeChanges(before: DriverRoute, after: DriverRoute): string[] {
  const known = new Map(before.stops.map((stop) => [stop.id, stop]))
  const current = new Map(after.stops.map((stop) => [stop.id, stop]))
  const added = after.stops.filter(({ id }) => !known.has(id))
  const removed = before.stops.filter(({ id }) => !current.has(id))
  const hasNewOutcome = (stop: DriverStop) => (other: DriverStop) =>
    other.id !== stop.id &&
    other.orderId === stop.orderId &&
    other.outcomeEventId !== (known.get(other.id)?.outcomeEventId ?? null)
  const changed = after.stops.flatMap((stop) => {
    const old = known.get(stop.id)
    return old ? describeStop(old, stop, after.stops.some(hasNewOutcome(stop))) : []
  })
  const isOpen = ({ id }: DriverStop) => {
    const now = current.get(id)
    return known.has(id) && now !== undefined && isToDo(now)
  }
  const order = ({ stops }: DriverRoute) => stops.filter(isOpen).map(({ id }) => id)
  const sentences = [
    ...added.map((stop) => `New stop: ${stopName(stop)}`),
    ...removed.map((stop) => `No longer on your route: ${stopName(stop)}`),
    ...changed,
    ...(order(before).join() !== order(after).join()
      ? ['The order of the stops has changed.']
      : []),
    ...(before.truckName === after.truckName ? [] : [`Your truck is ${after.truckName}.`]),
  ]
  // Two orders of a customer are named once.
  return [...new Set(sentences)]
}

/**
 * With the stops that dispatch took off and the driver has not agreed to yet, as cancelled: one of
 * them may be on the screen, or delivered already.
 */
export function withRemovedStops(accepted: DriverRoute, route: DriverRoute): DriverRoute {
  const current = new Set(route.stops.map(({ id }) => id))
  const removed = accepted.stops
    .filter(({ id }) => !current.has(id))
    .map((stop): DriverStop => ({ ...stop, status: 'cancelled' }))
  return { ...route, stops: [...route.stops, ...removed] }
}

const isToDo = ({ status, progress }: DriverStop) =>
  status !== 'cancelled' && progress !== 'delivered' && progress !== 'failed'

/** If the driver has reported another stop of the order since, that report decides the rest. */
function describeStop(before: DriverStop, after: DriverStop, isOwnCount: boolean): string[] {
  const name = stopName(after)
  const isOff = (stop: DriverStop) => stop.status === 'cancelled' && stop.progress !== 'failed'
  const text = (value: unknown) => JSON.stringify(value)
  return [
    ...(!isOff(before) && isOff(after) ? [`Cancelled: ${name}`] : []),
    ...(!before.isOnHold && after.isOnHold ? [`Don't leave bottles: ${name}`] : []),
    ...(before.isOnHold && !after.isOnHold ? [`You can leave bottles: ${name}`] : []),
    ...(isOwnCount || !isToDo(after) || text(before.lines) === text(after.lines)
      ? []
      : [`Bottles changed: ${name}`]),
    ...(text(before.address) === text(after.address) ? [] : [`New address: ${name}`]),
    ...(text(before.window) === text(after.window) ? [] : [`New time: ${name}`]),
    ...(before.phone === after.phone ? [] : [`New phone number: ${name}`]),
    ...(before.trip === after.trip ? [] : [`Now on trip ${after.trip}: ${name}`]),
    ...(serializeNotes(before) === serializeNotes(after) ? [] : [`New note: ${name}`]),
  ]
}

const serializeNotes = ({ notes, instructions, gateCode }: DriverStop) =>
  JSON.stringify([notes, instructions, gateCode])

export const stopName = ({ customerName, address }: DriverStop): string =>
  customerName ?? address.street ?? `${address.city} ${address.zip}`
