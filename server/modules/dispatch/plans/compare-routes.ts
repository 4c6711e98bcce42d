import type { PlanDifference } from '#contract/routes/plans.ts'
import { capitalize } from '#contract/text/capitalize.ts'
import type { ResultRoute } from './plan-data.ts'
import type { PlanDay } from './problem/day.ts'

type Totals = { minutes: number; miles: number }

/** Rule 50: what a plan changes, as few moves as explain it. */
export function compareRoutes(
  { routes: current }: Pick<PlanDay, 'routes'>,
  planned: readonly ResultRoute[],
  { removed, before }: { removed: number; before: Totals },
): PlanDifference {
  const places = new Map(
    current.flatMap(({ truckId, stops }) =>
      stops.map((stop, rank) => [stop.stopId, { truckId, trip: stop.trip, rank }] as const),
    ),
  )
  const added: string[] = []
  const moved: string[] = []
  for (const { truckId, trips } of planned) {
    trips.forEach(({ stops }, index) => {
      const staying: { orderId: string; rank: number }[] = []
      for (const { orderId, stopId } of stops) {
        const place = stopId ? places.get(stopId) : undefined
        if (!place) added.push(orderId)
        else if (place.truckId === truckId && place.trip === index + 1)
          staying.push({ orderId, rank: place.rank })
        else moved.push(orderId)
      }
      const inOrder = longestIncreasing(staying.map(({ rank }) => rank))
      moved.push(...staying.filter((_, i) => !inOrder.has(i)).map(({ orderId }) => orderId))
    })
  }
  const after = planned.reduce(
    (sum, { minutes, distance }) => ({
      minutes: sum.minutes + minutes,
      miles: sum.miles + distance,
    }),
    { minutes: 0, miles: 0 },
  )
  const savedMinutes = Math.round(before.minutes - after.minutes)
  const savedMiles = Math.round(before.miles - after.miles)
  const counts = { added: added.length, moved: moved.length, removed }
  return {
    text: differenceText({ ...counts, savedMinutes, savedMiles }),
    ...counts,
    savedMinutes,
    savedMiles,
    changedOrderIds: [...added, ...moved],
  }
}

type Counts = Omit<PlanDifference, 'text' | 'changedOrderIds'>

/** 'Adds 12 stops, moves 4 stops, saves 11 min and 9 mi' */
export function differenceText(counts: Counts): string {
  const { added, moved, removed, savedMinutes, savedMiles } = counts
  const stops = (count: number) => `${count} ${count === 1 ? 'stop' : 'stops'}`
  const parts = [
    ...(added > 0 ? [`adds ${stops(added)}`] : []),
    ...(moved > 0 ? [`moves ${stops(moved)}`] : []),
    ...(removed > 0 ? [`takes ${stops(removed)} off`] : []),
  ]
  if (parts.length === 0 && savedMinutes === 0 && savedMiles === 0) return 'Changes nothing'
  const text = [...parts, ...savingsText(savedMinutes, savedMiles)].join(', ')
  return capitalize(text)
}

function savingsText(minutes: number, miles: number): string[] {
  const amounts = [
    { amount: minutes, unit: 'min' },
    { amount: miles, unit: 'mi' },
  ]
  const list = (sign: 1 | -1) =>
    amounts
      .filter(({ amount }) => Math.sign(amount) === sign)
      .map(({ amount, unit }) => `${Math.abs(amount)} ${unit}`)
      .join(' and ')
  const [saved, more] = [list(1), list(-1)]
  return [...(saved ? [`saves ${saved}`] : []), ...(more ? [`takes ${more} more`] : [])]
}

/** Indexes of a longest increasing subsequence: these stops stay, the others move around them. */
function longestIncreasing(values: readonly number[]): Set<number> {
  const tails: number[] = []
  const previous: number[] = []
  values.forEach((value, index) => {
    let low = 0
    let high = tails.length
    while (low < high) {
      const middle = (low + high) >> 1
      if ((values[tails[middle] ?? 0] ?? 0) < value) low = middle + 1
      else high = middle
    }
    previous[index] = tails[low - 1] ?? -1
    tails[low] = index
  })
  const kept = new Set<number>()
  for (let index = tails.at(-1) ?? -1; index >= 0; index = previous[index] ?? -1) kept.add(index)
  return kept
}
