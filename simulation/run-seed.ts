import type { Log } from '#server/runtime.ts'
import { checkDays } from './days/check-days.ts'
import { JobTriggers } from './job-triggers.ts'
import { checkMoney } from './money/check-money.ts'
import type { Mutant } from './mutants/mutant.ts'
import { checkOffice } from './office/check-office.ts'
import { OfficeWork } from './office/office-work.ts'
import { checkAgreedPrices } from './oracle/check-agreed-prices.ts'
import { finalCheck } from './oracle/final-check.ts'
import type { Violation } from './oracle/oracle.ts'
import { defaultActivity } from './people/default-activity.ts'
import { People } from './people/people.ts'
import type { Scenario } from './scenario.ts'
import { DAY_MS } from './time.ts'
import { World } from './world.ts'

export type SeedOptions = {
  seed: string
  databaseUrl: string
  days?: number
  people?: number
  mutant?: Mutant | undefined
  scenario?: Scenario | undefined
  log?: Log | undefined
  hasNoFaults?: boolean | undefined
}

export type SeedResult = {
  seed: string
  violations: Violation[]
  years: number
  charges: number
  cycles: number
  doubles: number
  losses: number
  calls: number
  fingerprint: string
  counts: Map<string, number>
}

/** The settling time is long enough to exhaust the retries of the last card. */
const defaults = { days: 30, people: 8, settlingDays: 20 }

/** Runs one seed: weeks with faults, then weeks without. At the end, books and ledger must match. */
export async function runSeed(options: SeedOptions): Promise<SeedResult> {
  const { seed, scenario } = options
  const { days, people, settlingDays } = { ...defaults, ...options, ...scenario }
  const world = new World({ ...options, days })
  const { scheduler, oracle } = world
  const end = world.startMs + days * DAY_MS
  const settled = end + settlingDays * DAY_MS
  try {
    await world.open()
    const jobTriggers = new JobTriggers(world)
    scheduler.onIdle = async () => {
      await oracle.checkInvariants()
      if (oracle.violations.length > 0) throw new ViolationFound()
      await jobTriggers.scheduleDueJobs()
    }
    jobTriggers.schedulePeriodicRuns(settled)
    await world.days.start(end)
    await new People(world).start(people, end)
    world.incidents.start(people, end)
    world.money.start(scenario?.moneyChanges ?? 0, end)
    world.closedDates.start(scenario?.closedDates ?? 0, end)
    const { office = 0, officeActions = [] } = scenario?.activity ?? defaultActivity
    await new OfficeWork(world).start(people * office, officeActions, end)
    await scheduler.run(end)
    world.isFaulty = false
    await scheduler.run(settled)
    await oracle.checkInvariants()
    await finalCheck(world)
    await checkAgreedPrices(world)
    if (scenario?.moneyChanges) await checkMoney(world)
    await checkOffice(world)
    await checkDays(world)
    await countCycles(world)
  } catch (error) {
    if (!(error instanceof ViolationFound)) throw error
  } finally {
    await world.close()
  }
  return toResult(world, seed)
}

class ViolationFound extends Error {}

async function countCycles(world: World): Promise<void> {
  const rows = await world.sql<{ what: string; n: number }>(
    `select 'cycle ' || status || coalesce(' ' || reason, '') as what, count(*)::int as n
     from cycles group by 1`,
  )
  for (const { what, n } of rows) world.count(what, n)
}

function toResult({ scheduler, oracle, ledger, startMs, counts }: World, seed: string): SeedResult {
  const { violations } = oracle
  const paid = [...ledger.intents.values()].filter(({ status }) => status === 'succeeded')
  return {
    seed,
    violations,
    years: (scheduler.now - startMs) / (365.25 * DAY_MS),
    charges: paid.length,
    cycles: paid.filter(({ cycle }) => cycle).length,
    doubles: violations.filter(({ rule }) => rule === 'I1').length,
    losses: violations.filter(({ rule }) => rule === 'I5' || rule === 'I10').length,
    calls: scheduler.calls,
    fingerprint: `${scheduler.calls}:${ledger.changes}:${oracle.charges}`,
    counts,
  }
}
