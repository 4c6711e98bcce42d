import type { RoutingProblem, Truck, Visit } from '#server/routing/index.ts'
import { readSections, type Sections } from './read-sections.ts'

/** A public instance: its problem, and how its costs and routes are written. */
export type Instance = {
  name: string
  problem: RoutingProblem
  /** The solver's cost divided by this is the instance's own. */
  scale: number
  /** Whether route k of a solution is truck k; otherwise any number of equal trucks may go. */
  hasFleet: boolean
}

type Node = { x: number; y: number }
/** `unit` is what a time of the file is multiplied by, `scale` what a cost is divided by. */
type Metric = { unit: number; scale: number; measure: (distance: number) => number }

/** How each type of file measures distances, see the instances' own descriptions. */
const tenths = (distance: number) => Math.floor(distance * 10 + 1e-9)
const solomon: Metric = { unit: 10, scale: 10, measure: tenths }
const metrics: Record<string, Metric> = {
  CVRP: { unit: 1, scale: 1, measure: Math.round },
  HFVRP: { unit: 1, scale: 100, measure: (distance) => distance },
  MTVRPTWR: { unit: 10, scale: 1, measure: tenths },
}

export const FOREVER = 1e12

export function parseInstance(text: string): Instance {
  return /^\s*\w+ *:/m.test(text) ? parseVrplib(text) : parseSolomon(text)
}

function parseVrplib(text: string): Instance {
  const sections = readSections(text)
  const type = sections.header('TYPE') ?? 'CVRP'
  const metric = metrics[type]
  if (!metric) throw new Error(`instances of type ${type} cannot be read`)
  const edges = sections.header('EDGE_WEIGHT_TYPE')
  if (edges !== 'EUC_2D') throw new Error(`edge weights of type ${edges} cannot be read`)
  const nodes = sections.rows('NODE_COORD_SECTION').map(([x = 0, y = 0]) => ({ x, y }))
  const demands = sections.column('DEMAND_SECTION')
  if (nodes.length < 2 || demands.length !== nodes.length) throw new Error('nodes without demand')
  const depots = sections
    .rows('DEPOT_SECTION', false)
    .flat()
    .filter((id) => id > 0)
  if (depots.length !== 1 || depots[0] !== 1) throw new Error('the depot must be the first node')
  const { unit, scale } = metric
  const windows = sections.rows('TIME_WINDOW_SECTION')
  const releases = sections.column('RELEASE_TIME_SECTION')
  const services = sections.column('SERVICE_TIME_SECTION')
  const service = Number(sections.header('SERVICE_TIME') ?? 0)
  const visits = nodes.slice(1).map((_, index): Visit => {
    const [from, to] = windows[index + 1] ?? []
    return {
      ...plainVisit(index + 1, demands[index + 1] ?? 0),
      serviceSeconds: (services[index + 1] ?? service) * unit,
      windows: from === undefined || to === undefined ? [] : [{ from: from * unit, to: to * unit }],
      releasedAt: (releases[index + 1] ?? 0) * unit,
    }
  })
  const [opens = 0, closes = FOREVER / unit] = windows[0] ?? []
  const hasFleet = sections.header('VEHICLES') !== undefined
  return {
    name: sections.header('NAME') ?? 'instance',
    scale,
    hasFleet,
    problem: {
      ...plainProblem(nodes, metric, visits),
      depot: { point: 0, opens: opens * unit, closes: closes * unit, reloadSeconds: 0 },
      trucks: readTrucks(sections, visits),
    },
  }
}

function readTrucks(sections: Sections, visits: Visit[]): Truck[] {
  const capacity = Number(sections.header('CAPACITY') ?? 0)
  const capacities = sections.column('CAPACITY_SECTION')
  const count = Number(sections.header('VEHICLES') ?? visits.length)
  const unitCosts = sections.column('VEHICLES_UNIT_DISTANCE_COST_SECTION')
  const fixedCosts = sections.column('VEHICLES_FIXED_COST_SECTION')
  const maxReloads = sections.column('VEHICLES_MAX_RELOADS_SECTION')
  const reloads = sections.rows('VEHICLES_RELOAD_DEPOT_SECTION')
  return Array.from({ length: count }, (_, index) => ({
    ...plainTruck(capacities[index] ?? capacity),
    costPerDistance: unitCosts[index] ?? 1,
    fixedCost: fixedCosts[index] ?? 0,
    maxTrips: reloads[index] ? 1 + (maxReloads[index] ?? visits.length) : 1,
  }))
}

/** Solomon's files: a line for the fleet, then one per customer, the depot first. */
function parseSolomon(text: string): Instance {
  const lines = text.split(/\r?\n/).map((line) => line.trim())
  const numbers = lines.map((line) => line.split(/\s+/).map(Number))
  const isNumeric = (row: number[], length: number) =>
    row.length >= length && row.every((value) => Number.isFinite(value))
  const fleet = numbers.find((row) => row.length === 2 && isNumeric(row, 2))
  const rows = numbers.filter((row) => isNumeric(row, 7))
  const [depot] = rows
  if (!fleet || !depot || rows.length < 2) throw new Error('not an instance of a known format')
  const visits = rows.slice(1).map((row, index): Visit => {
    const [, , , demand = 0, from = 0, to = 0, service = 0] = row
    return {
      ...plainVisit(index + 1, demand),
      serviceSeconds: service * 10,
      windows: [{ from: from * 10, to: to * 10 }],
    }
  })
  const nodes = rows.map(([, x = 0, y = 0]) => ({ x, y }))
  const [, , , , opens = 0, closes = 0] = depot
  return {
    name: lines[0] ?? 'instance',
    scale: solomon.scale,
    hasFleet: false,
    problem: {
      ...plainProblem(nodes, solomon, visits),
      depot: { point: 0, opens: opens * 10, closes: closes * 10, reloadSeconds: 0 },
      trucks: visits.map(() => plainTruck(fleet[1] ?? 0)),
    },
  }
}

const plainVisit = (point: number, full: number): Visit => ({
  point,
  full,
  empties: 0,
  serviceSeconds: 0,
  windows: [],
  areWindowsHard: true,
  releasedAt: 0,
  priority: 'other',
})

const plainTruck = (capacity: number): Truck => ({
  capacity,
  shift: { from: 0, to: FOREVER, maxOvertimeSeconds: 0 },
  maxTrips: 1,
  fixedCost: 0,
  costPerDistance: 1,
})

function plainProblem(nodes: Node[], { measure }: Metric, visits: Visit[]) {
  const distances = Float64Array.from(
    nodes.flatMap((a) => nodes.map((b) => measure(Math.hypot(a.x - b.x, a.y - b.y)))),
  )
  const weights = { driving: 0, waiting: 0, overtime: 0, lateness: 0, otherTruck: 0, balance: 0 }
  return { matrix: { points: nodes.length, distances, durations: distances }, visits, weights }
}
