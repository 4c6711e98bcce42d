import { expect, test } from 'vitest'
import { checkPlan, solve } from '#server/routing/index.ts'
import { generateDay } from './generate-day.ts'
import { parseInstance } from './parse-instance.ts'
import { writeSolution } from './write-solution.ts'

const coordinates = `NODE_COORD_SECTION\n1\t0\t0\n2\t0\t10\n3\t0\t20\n4 7 7\nDEMAND_SECTION\n1\t0\n2\t3\n3\t4\n4\t5`
const depot = 'DEPOT_SECTION\n1\n-1\nEOF'

const capacityOnly = `NAME : \ttiny\t
COMMENT : "three stops: none far"
TYPE : CVRP
DIMENSION : 4
EDGE_WEIGHT_TYPE : EUC_2D
CAPACITY : 7
${coordinates}
${depot}
`

const mixedFleet = `NAME: fleet
TYPE: HFVRP
DIMENSION: 4
VEHICLES: 3
EDGE_WEIGHT_TYPE: EUC_2D
${coordinates}
CAPACITY_SECTION
1\t2
2\t7
3\t12
VEHICLES_FIXED_COST_SECTION
1\t100
2\t200
3\t99900
VEHICLES_UNIT_DISTANCE_COST_SECTION
1\t50
2\t100
3\t150
${depot}
`

const reloads = `NAME: trips
TYPE: MTVRPTWR
EDGE_WEIGHT_TYPE: EUC_2D
DIMENSION: 4
VEHICLES: 1
CAPACITY: 7
SERVICE_TIME: 2
${coordinates}
TIME_WINDOW_SECTION
1 0 200
2 0 200
3 0 200
4 90 120
RELEASE_TIME_SECTION
1 0
2 0
3 0
4 60
VEHICLES_RELOAD_DEPOT_SECTION
1 1
${depot}
`

const solomon = `T1

VEHICLE
NUMBER     CAPACITY
  2          7

CUSTOMER
CUST NO.  XCOORD.   YCOORD.    DEMAND   READY TIME  DUE DATE   SERVICE   TIME

    0      0          0          0          0        100          0
    1      0         10          3          0        100          5
    2      0         20          4          0        100          5
    3      7          7          5         20         40          5
`

const solved = (text: string) => {
  const instance = parseInstance(text)
  const plan = solve(instance.problem, { seed: 1, iterations: 200 })
  const { problems, cost } = checkPlan(instance.problem, plan)
  expect([problems, plan.leftOut]).toEqual([[], []])
  return { instance, plan, cost: cost / instance.scale }
}

test('capacity only: rounded distances and as many trucks as needed', () => {
  const { instance, plan, cost } = solved(capacityOnly)
  expect(instance.name).toBe('tiny')
  expect(cost).toBe(40 + 20)
  const text = writeSolution(instance, plan, '60')
  expect(text).toMatch(/^Route #1: [\d ]+\nRoute #2: [\d ]+\nCost: 60\n$/)
})

test('mixed fleet: exact distances, unit and fixed costs, and a line for each truck', () => {
  const { instance, plan, cost } = solved(
    mixedFleet.replace('3\t12', '3\t5').replace('1\t2\n2\t7', '1\t2\n2\t7'),
  )
  expect(cost).toBeCloseTo(40 + 2 + 2 * Math.hypot(7, 7) * 1.5 + 999, 6)
  expect(writeSolution(instance, plan, '1')).toMatch(
    /^Route #1: \nRoute #2: (1 2|2 1)\nRoute #3: 3\n/,
  )
})

test('windows, releases and reloads: everything in tenths, 0 is a reload', () => {
  const { instance, plan, cost } = solved(reloads)
  expect(cost).toBe(400 + 2 * Math.floor(Math.hypot(7, 7) * 10))
  expect(writeSolution(instance, plan, '1')).toMatch(/^Route #1: (1 2|2 1) 0 3\n/)
  const [first, second] = plan.routes[0]?.trips ?? []
  expect(first?.leavesAt).toBeLessThan(600)
  expect(second?.leavesAt).toBeGreaterThanOrEqual(600)
})

test('Solomon: distances truncated to one decimal, services and windows', () => {
  expect(solved(solomon).cost).toBeCloseTo(40 + 2 * 9.8, 6)
})

test.each([
  ['an unknown type', capacityOnly.replace('CVRP', 'CVRPB'), /type CVRPB/],
  ['other edge weights', capacityOnly.replace('EUC_2D', 'EXPLICIT'), /type EXPLICIT/],
  ['a missing demand', capacityOnly.replace('\n4\t5', ''), /without demand/],
  ['a depot elsewhere', capacityOnly.replace('SECTION\n1\n-1', 'SECTION\n2\n-1'), /depot/],
  ['prose', 'hello\nworld', /known format/],
])('%s is rejected', (_, text, message) => {
  expect(() => parseInstance(text)).toThrow(message)
})

test('a generated day has a plan that works, and the solver serves everyone', () => {
  const { problem, planted } = generateDay(3, {
    fleets: [
      { count: 2, capacity: 30, trips: 2, stopsPerTrip: 5 },
      { count: 1, capacity: 50, trips: 2, stopsPerTrip: 8 },
    ],
    maxTrips: 3,
    reloadSeconds: 900,
    lunch: { seconds: 1800, earliest: 9 * 3600, latest: 10 * 3600 },
    windows: [{ share: 0.5, seconds: 7200, isHard: true }],
  })
  expect(checkPlan(problem, planted).problems).toEqual([])
  const plan = solve(problem, { seed: 1, iterations: 1500 })
  expect([checkPlan(problem, plan).problems, plan.leftOut]).toEqual([[], []])
})
