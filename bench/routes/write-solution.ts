import type { Plan } from '#server/routing/index.ts'
import type { Instance } from './parse-instance.ts'

/**
 * Writes routes in the form of the public solutions: "Route #k" is truck k, visits are numbered from
 * 1, and 0 inside a route is a reload at the depot.
 */
export function writeSolution({ hasFleet, problem }: Instance, plan: Plan, cost: string): string {
  const routes = [...plan.routes].sort((a, b) => a.truck - b.truck)
  const lines = routes.map(({ truck, trips }) => ({
    truck,
    text: trips.map(({ stops }) => stops.map(({ visit }) => visit + 1).join(' ')).join(' 0 '),
  }))
  const rows = hasFleet
    ? problem.trucks.map((_, index) => lines.find(({ truck }) => truck === index)?.text ?? '')
    : lines.map(({ text }) => text)
  const numbered = rows.map((text, index) => `Route #${index + 1}: ${text}`)
  return `${[...numbered, `Cost: ${cost}`].join('\n')}\n`
}
