import type { DriverRoute, DriverStop } from '#contract/driver/route.ts'

/** What a new version changed, in sentences for the driver (rule 52). */
export function describeChanges(before: DriverRoute, after: DriverRoute): string[] {
  if (before.version === after.version) return []
  const known = new Map(before.stops.map((stop) => [stop.id, stop]))
  const current = new Map(after.stops.map((stop) => [stop.id, stop]))
  const added = after.stops.filter(({ id }) => !known.has(id))
  const removed = before.stops.filter(({ id }) => !current.has(id))
  const changed = after.stops.flatMap((stop) => {
    const old = known.get(stop.id)
    return old ? describeStop(old, stop) : []
  })
  const order = (stops: readonly DriverStop[], other: ReadonlyMap<string, DriverStop>) =>
    stops.filter(({ id }) => other.has(id)).map(({ id }) => id)
  const isReordered = order(before.stops, current).join() !== order(after.stops, known).join()
  const changes = [
    ...added.map((stop) => `New stop: ${stopName(stop)}`),
    ...removed.map((stop) => `No longer on your route: ${stopName(stop)}`),
    ...changed,
    ...(isReordered ? ['The order of the stops has changed.'] : []),
  ]
  return changes.length > 0 ? changes : ['Details of the route have changed.']
}

function describeStop(before: DriverStop, after: DriverStop): string[] {
  const name = stopName(after)
  const isOff = (stop: DriverStop) => stop.status === 'cancelled' && stop.progress !== 'failed'
  const text = (value: unknown) => JSON.stringify(value)
  return [
    ...(!isOff(before) && isOff(after) ? [`Cancelled: ${name}`] : []),
    ...(!before.isOnHold && after.isOnHold ? [`Don't leave bottles: ${name}`] : []),
    ...(before.isOnHold && !after.isOnHold ? [`You can leave bottles: ${name}`] : []),
    ...(text(before.lines) === text(after.lines) ? [] : [`Other bottles: ${name}`]),
    ...(text(before.address) === text(after.address) ? [] : [`New address: ${name}`]),
    ...(before.trip === after.trip ? [] : [`Now on trip ${after.trip}: ${name}`]),
    ...(notesOf(before) === notesOf(after) ? [] : [`New note: ${name}`]),
  ]
}

const notesOf = ({ notes, instructions, gateCode }: DriverStop) =>
  JSON.stringify([notes, instructions, gateCode])

export const stopName = ({ customerName, address }: DriverStop): string =>
  customerName ?? address.street ?? `${address.city} ${address.zip}`
