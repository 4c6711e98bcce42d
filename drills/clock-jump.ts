import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { startEmbeddedPostgres } from '#server/adapters/embedded-postgres/embedded-postgres.ts'
import type { DrillContext } from './drill-context.ts'
import { describeCounts, type Figure, figure, silentLog } from './figures.ts'
import { checkBooks } from './machines/check-books.ts'
import { sendGuests } from './machines/guests.ts'
import { startShop, virtualClock } from './machines/shop-process.ts'

const HOUR_MS = 3_600_000
const GUESTS = 16
/** Two processes on two machines; the clock of the second one is set while it sells. */
const jumps = [
  { to: 'an hour ahead', hours: 1 },
  { to: 'an hour behind', hours: -1 },
  { to: 'a day ahead', hours: 24 },
  { to: 'right again', hours: 0 },
]
const STEP_MS = 8_000

/** Sets the clock of one of two processes while guests check out on both. */
export async function drillClockJump({ folder, onEnd }: DrillContext): Promise<Figure[]> {
  const database = await startEmbeddedPostgres({ dataDir: join(folder, 'data'), log: silentLog })
  onEnd(() => database.stop())
  const file = join(folder, 'offset')
  writeFileSync(file, '0')
  const env = { DATABASE_URL: database.url }
  const steady = await startShop({ env })
  const jumping = await startShop(virtualClock({ ...env, CLOCK_FILE: file }))
  const guests = sendGuests([steady, jumping], { count: GUESTS })
  const figures: Figure[] = []
  for (const { to, hours } of jumps) {
    writeFileSync(file, String(hours * HOUR_MS))
    const before = soldBy(1)
    await delay(STEP_MS)
    const sold = soldBy(1) - before
    figures.push(figure(`purchases with its clock ${to}`, sold, sold > 0))
  }
  await guests.stop()
  // The card sandbox is part of the process, so the provider's clock jumps with it; the copy of the
  // provider's balance relies on that clock (rule 65). A real provider has its own.
  const books = await checkBooks(database.url, guests.purchases, 'rule 65')
  const errors = [...guests.refusals.keys()].filter((answer) => /^5|no answer/.test(answer))
  return [
    ...figures,
    figure('purchases of both', guests.purchases.length),
    figure('orders lost', books.lost, books.lost === 0),
    figure('guests charged twice', books.chargedTwice, books.chargedTwice === 0),
    figure('refusals', describeCounts(guests.refusals), errors.length === 0),
    figure('audit', books.audit, books.isClean),
  ]

  function soldBy(index: number): number {
    return guests.purchases.filter(({ process }) => process === index).length
  }
}
