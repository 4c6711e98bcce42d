import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { startEmbeddedPostgres } from '#server/adapters/embedded-postgres/embedded-postgres.ts'
import type { DrillContext } from './drill-context.ts'
import { describeCounts, type Figure, figure, silentLog } from './figures.ts'
import { checkBooks } from './machines/check-books.ts'
import { sendGuests } from './machines/guests.ts'
import { query } from './machines/postgres.ts'
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
const COPY_ATTEMPTS = 240
const TOMORROW_HOURS = 25

/** Sets the clock of one of two processes while guests check out on both. */
export async function drillClockJump({ folder, onEnd }: DrillContext): Promise<Figure[]> {
  const database = await startEmbeddedPostgres({ dataDir: join(folder, 'data'), log: silentLog })
  onEnd(() => database.stop())
  const file = join(folder, 'offset')
  writeFileSync(file, '0')
  const env = { DATABASE_URL: database.url }
  const steady = await startShop({ env })
  const wrong = virtualClock({ ...env, CLOCK_FILE: file })
  const jumping = await startShop(wrong)
  const guests = sendGuests([steady, jumping], { count: GUESTS })
  const figures: Figure[] = []
  for (const { to, hours } of jumps) {
    writeFileSync(file, String(hours * HOUR_MS))
    const before = soldBy(1)
    await delay(STEP_MS)
    const sold = soldBy(1) - before
    figures.push(figure(`purchases with its clock ${to}`, sold, sold > 0))
    await copyBalance(database.url, wrong)
  }
  await guests.stop()
  await copyBalance(database.url, { env })
  const books = await checkBooks(database.url, guests.purchases)
  // Entries that the provider dated a day ahead are copied on that day.
  writeFileSync(file, String(TOMORROW_HOURS * HOUR_MS))
  await copyBalance(database.url, wrong)
  const missing = await countUncopied(database.url)
  // A busy machine answers "try again" now and then.
  const errors = [...guests.rejections.keys()].filter((answer) => !answer.startsWith('503 '))
  return [
    ...figures,
    figure('purchases of both', guests.purchases.length),
    figure('orders lost', books.lost, books.lost === 0),
    figure('guests charged twice', books.chargedTwice, books.chargedTwice === 0),
    figure('rejections', describeCounts(guests.rejections), errors.length === 0),
    figure("provider's transactions that the books lack a day later", missing, missing === 0),
    figure('audit', books.audit, books.isClean),
  ]

  function soldBy(index: number): number {
    return guests.purchases.filter(({ process }) => process === index).length
  }
}

/** Every job runs once when a process starts; waits until this one has copied the provider's balance. */
async function copyBalance(url: string, options: Parameters<typeof startShop>[0]): Promise<void> {
  const lastRun = async () => {
    const rows = await query<{ at: Date }>(
      url,
      `select at from provider_checkpoints where name like 'balance run %'`,
    )
    return rows[0]?.at.getTime()
  }
  const before = await lastRun()
  const shop = await startShop(options)
  for (let attempt = 0; attempt < COPY_ATTEMPTS && (await lastRun()) === before; attempt++) {
    await delay(500)
  }
  await shop.stop()
}

/** The sandbox is the provider, and its clock jumped with the process that it is a part of. */
async function countUncopied(url: string): Promise<number> {
  const [row] = await query<{ count: number }>(
    url,
    `select count(*)::int as count from sandbox.balance_transactions
     where id not in (select id from balance_transactions)`,
  )
  return row?.count ?? 0
}
