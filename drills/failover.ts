import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { freePort } from '#tests/support/free-port.ts'
import type { DrillContext } from './drill-context.ts'
import { describeCounts, type Figure, figure, NotPossible, print, seconds } from './figures.ts'
import { checkBooks } from './machines/check-books.ts'
import { type Guests, sendGuests } from './machines/guests.ts'
import { type Cluster, findPostgres, PostgresMachine, query } from './machines/postgres.ts'
import { startShop } from './machines/shop-process.ts'
import { openSwitch } from './machines/tcp-switch.ts'

const PROCESSES = 4
const GUESTS = 64
/** From the promotion until every process has sold again. */
const LIMIT_SECONDS = 15
/** Time until the outage is noticed. */
const NOTICE_MS = 3_000
const AFTERWARDS_MS = 20_000
const FIRST_SALE_SECONDS = 120

/** Kills the primary while guests check out; the standby is promoted and the address switched. */
export async function drillFailover({ folder, minutes, onEnd }: DrillContext): Promise<Figure[]> {
  const found = findPostgres()
  if ('missing' in found) throw new NotPossible(found.missing)
  const machine = new PostgresMachine(found.bin)
  onEnd(() => machine.stopAll())
  const { primary, standby } = await createPair(machine, folder)
  const address = await openSwitch(primary.port)
  onEnd(() => address.close())
  const url = standby.url.replace(String(standby.port), String(address.port))
  const env = { DATABASE_URL: url }
  const shops = [await startShop({ env })]
  while (shops.length < PROCESSES) shops.push(await startShop({ env }))

  const guests = sendGuests(shops, { count: GUESTS })
  await untilAllSold(guests)
  await delay(Math.max(10_000, minutes * 60_000 - AFTERWARDS_MS - NOTICE_MS - 20_000))
  const before = guests.purchases.length
  const killedAt = performance.now()
  await primary.kill()
  print(`primary killed after ${before} purchases`)
  await delay(NOTICE_MS)
  const promotedAt = performance.now()
  standby.promote()
  address.switchTo(standby.port)
  await delay(AFTERWARDS_MS)
  await guests.stop()

  const books = await checkBooks(standby.url, guests.purchases)
  const gaps = shops.map((_, index) => firstSale(guests, index, promotedAt) - promotedAt)
  const slowest = Math.max(...gaps)
  const others = [...guests.rejections.keys()].filter((name) => !/^(503 |no answer)/.test(name))
  for (const { output } of others.length > 0 ? shops : []) {
    for (const line of output()
      .split('\n')
      .filter((text) => text.includes('request failed')))
      print(line)
  }
  return [
    figure('purchases before', before, before > 0),
    figure('purchases in total', guests.purchases.length, guests.purchases.length > before),
    figure('acknowledged orders lost', books.lost, books.lost === 0),
    figure('guests charged twice', books.chargedTwice, books.chargedTwice === 0),
    figure('charges without an order', books.strays, books.strays === 0),
    figure(
      'seconds from promotion to sales in every process',
      seconds(slowest),
      slowest <= LIMIT_SECONDS * 1000,
    ),
    figure('seconds from the kill', seconds(slowest + promotedAt - killedAt)),
    figure('rejections', describeCounts(guests.rejections)),
    figure('answers other than "try again"', others.join(', ') || 'none', others.length === 0),
    figure('audit', books.audit, books.isClean),
  ]
}

/** A busy machine needs a while for the first purchases. */
async function untilAllSold({ purchases }: Guests): Promise<void> {
  for (let attempt = 0; attempt < FIRST_SALE_SECONDS; attempt++) {
    if (new Set(purchases.map(({ process }) => process)).size === PROCESSES) return
    await delay(1_000)
  }
}

/** Commits wait for the standby, so that what was acknowledged is on both. */
async function createPair(machine: PostgresMachine, folder: string) {
  const where = async (name: string) => ({ folder: join(folder, name), port: await freePort() })
  const place = await where('primary')
  const alone = await machine.create(place)
  const standby = await machine.createStandby(alone, await where('standby'))
  await query(alone.url, `alter system set synchronous_standby_names = '*'`)
  await query(alone.url, 'select pg_reload_conf()')
  await waitForSync(alone)
  return { primary: alone, standby }
}

async function waitForSync({ url }: Cluster): Promise<void> {
  for (let attempt = 0; attempt < 100; attempt++) {
    const [row] = await query<{ state: string }>(
      url,
      'select sync_state as state from pg_stat_replication',
    )
    if (row?.state === 'sync') return
    await delay(100)
  }
  throw new Error('the standby does not follow')
}

/** When a process sold for the first time after the promotion. */
const firstSale = ({ purchases }: Guests, index: number, since: number) =>
  purchases.find(({ process, paidAt }) => process === index && paidAt > since)?.paidAt ?? Infinity
