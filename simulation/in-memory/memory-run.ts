import { nextChargeAction, nextCheck, nextPlanAction } from '#server/modules/renewals/rules.ts'
import { cadenceDate } from '#server/modules/subscriptions/cycle-dates.ts'
import type { Violation } from '../oracle/oracle.ts'
import { DAY_MS } from '../time.ts'
import { MemoryEngine } from './memory-engine.ts'
import { MemoryPeople } from './memory-people.ts'
import type { Rules } from './memory-rows.ts'
import { MemoryWorld } from './memory-world.ts'
import type { RuleMutant } from './rule-mutants.ts'

const realRules: Rules = { nextChargeAction, cadenceDate, nextCheck, nextPlanAction }

export type MemoryResult = {
  seed: string
  violations: Violation[]
  days: number
  /** Number of charge requests, and of successful ones. */
  charges: number
  paid: number
  doubles: number
  losses: number
}

/** Long enough to exhaust the retries of the last card. */
const SETTLING_DAYS = 20

/** Runs one seed on in-memory rows: months with faults, then weeks without. */
export function runInMemory(seed: string, mutant?: RuleMutant, days = 120): MemoryResult {
  const world = new MemoryWorld(seed, days, { ...realRules, ...mutant?.rules })
  const engine = new MemoryEngine(world)
  new MemoryPeople(world, engine).start(4, days)
  const end = world.startMs + days * DAY_MS
  world.run(end)
  world.isFaulty = false
  world.run(end + SETTLING_DAYS * DAY_MS)
  const { oracle } = world
  if (oracle.violations.length === 0) oracle.checkEnd()
  const { violations, charges } = oracle
  return {
    seed,
    violations,
    days: days + SETTLING_DAYS,
    charges,
    paid: [...world.ledger.intents.values()].filter(({ status }) => status === 'succeeded').length,
    doubles: violations.filter(({ rule }) => rule === 'I1').length,
    losses: violations.filter(({ rule }) => rule === 'I5' || rule === 'I10').length,
  }
}
