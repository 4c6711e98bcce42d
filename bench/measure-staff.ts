import { once } from 'node:events'
import { get } from 'node:http'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { Client } from 'pg'
import { addDays } from '#contract/dates/calendar.ts'
import type { Order } from '#contract/orders.ts'
import { apiPaths } from '#contract/paths.ts'
import { accountPaths } from '#contract/staff/account-paths.ts'
import { type BoardMeasurement, measureBoard } from './board/measure-board.ts'
import { sendRequest, startProgram } from './child.ts'
import { withConcurrentCommits } from './concurrent-commits.ts'
import { Connection, getRequest } from './connection.ts'
import type { Cores } from './cores.ts'
import type { LoadRequest } from './load.ts'
import { type Bench, type Measurement, withCpu } from './measure-server.ts'
import type { Outcome } from './repeat.ts'
import { openShop, type ShopSettings } from './shop.ts'
import { signIn } from './sign-in.ts'

export type PageMeasurements = {
  firstPage: Measurement
  search: Measurement
  dashboard: Measurement
  products: Measurement
}

/** `withCommits` is measured while another connection commits continuously. */
export type StaffMeasurements = PageMeasurements & {
  withCommits: PageMeasurements
  csvExport: ExportMeasurement
  /** The accountant's files of the year: the days, and the transactions behind them. */
  bookDays: ExportMeasurement
  bookTransactions: ExportMeasurement
  /** All accounts in one response. */
  staffList: Measurement
  /** The routes of a date with 1,000 stops, in one response. */
  board: BoardMeasurement
}

export type ExportMeasurement = { rows: number; seconds: number; beforeMb: number; peakMb: number }

const IDLE_TIMEOUT_S = 40
/** CPU time per second below which the server counts as idle. */
const IDLE_CPU_MS = 50

const SEED = join(import.meta.dirname, '../dist/server/seed.mjs')

/** Requests of the dashboard when it opens. */
const dashboard = [
  apiPaths.adminInsights,
  `${apiPaths.adminCustomers}?limit=1`,
  `${apiPaths.adminOrders}?limit=1`,
  `${apiPaths.adminTrucks}?status=available&limit=1`,
  `${apiPaths.adminSchedules}?status=pending&limit=1`,
]

type StaffBench = Pick<Bench, 'cores' | 'load'> & {
  settings: ShopSettings
  databasePid: number
  seconds: number
}

/** Measures the staff portal of a shop with a year of that many orders, in its own database. */
export async function measureStaff(bench: StaffBench, orders: number): Promise<StaffMeasurements> {
  const { cores, load, seconds } = bench
  const databaseUrl = await cores.onAllCores(bench.databasePid, () =>
    seededDatabase(cores, bench.settings.databaseUrl, orders),
  )
  const shop = await openShop(cores, { ...bench.settings, databaseUrl })
  try {
    const { port } = shop
    const cookie = await signIn(port)
    await addStaffMembers(databaseUrl)
    const customerName = await findCustomerName(port, cookie)
    const run = (paths: string[], concurrency = 8, maxRequests = 50_000, time = seconds) =>
      withCpu(
        shop.cpuMs,
        () =>
          sendRequest<Outcome>(load, {
            kind: 'get',
            port,
            paths,
            cookie,
            concurrency,
            seconds: time,
            maxRequests,
          } as LoadRequest),
        shop,
      )
    const firstPage = [`${apiPaths.adminOrders}?limit=50`]
    const search = [`${apiPaths.adminOrders}?limit=50&q=${encodeURIComponent(customerName)}`]
    const measurePages = async (): Promise<PageMeasurements> => ({
      firstPage: await run(firstPage),
      search: await run(search),
      dashboard: await run(dashboard),
      products: await run([apiPaths.adminProducts]),
    })
    await waitForIdle(shop)
    for (const paths of [firstPage, search, dashboard, [apiPaths.adminProducts]])
      await run(paths, 8, 500, 0.5)
    return {
      ...(await measurePages()),
      withCommits: await withConcurrentCommits(databaseUrl, measurePages),
      csvExport: await exportCsv(port, cookie, shop, apiPaths.adminOrdersCsv),
      bookDays: await exportCsv(port, cookie, shop, `${apiPaths.adminBookDaysCsv}${lastYear()}`),
      bookTransactions: await exportCsv(
        port,
        cookie,
        shop,
        `${apiPaths.adminBookTransactionsCsv}${lastYear()}`,
      ),
      staffList: await run([accountPaths.staff]),
      board: await measureBoard(databaseUrl, port, cookie, run, shop.cpuMs),
    }
  } finally {
    await shop.stop()
  }
}

export const STAFF_MEMBERS = 200

async function addStaffMembers(databaseUrl: string): Promise<void> {
  const client = new Client({ connectionString: databaseUrl })
  await client.connect()
  await client.query(
    `insert into staff (id, email, password_hash, role, created_at)
     select gen_random_uuid(), n || '@staff.example', 'none', 'viewer', now()
     from generate_series(1, $1::int - (select count(*)::int from staff)) n
     on conflict do nothing`,
    [STAFF_MEMBERS],
  )
  await client.end()
}

/** Waits for the background work that is due after a start. */
async function waitForIdle({ cpuMs }: Pick<Bench['shop'], 'cpuMs'>): Promise<void> {
  for (let [idleSeconds, waited] = [0, 0]; idleSeconds < 2 && waited < IDLE_TIMEOUT_S; waited++) {
    const before = await cpuMs()
    await delay(1000)
    idleSeconds = (await cpuMs()) - before < IDLE_CPU_MS ? idleSeconds + 1 : 0
  }
}

/** The database of the previous step is copied, so that only the missing orders are created. */
type SeededDatabase = { name: string; orders: number }
let lastSeeded: SeededDatabase | undefined

async function seededDatabase(cores: Cores, url: string, orders: number): Promise<string> {
  const name = `staff_${orders}`
  const missing = orders - (lastSeeded?.orders ?? 0)
  const client = new Client({ connectionString: url })
  await client.connect()
  await client.query(`create database ${name} ${lastSeeded ? `template ${lastSeeded.name}` : ''}`)
  await client.end()
  const databaseUrl = withDatabase(url, name)
  const env = { DATABASE_URL: databaseUrl, SHOP_TIME_ZONE: 'America/New_York', PAYMENTS: 'sandbox' }
  const seed = async (count: number) => {
    const args = ['--orders', String(count)]
    const child = startProgram(cores, 'load core', SEED, { args, env })
    const [code] = await once(child, 'exit')
    if (code !== 0) throw new Error(`seeding ${count} orders exited with code ${code}`)
  }
  // Two processes seed in parallel: while one writes, the other generates.
  const half = lastSeeded ? Math.floor(missing / 2) : 0
  await Promise.all([missing - half, half].filter((count) => count > 0).map(seed))
  await addProducts(databaseUrl)
  lastSeeded = { name, orders }
  return databaseUrl
}

const PRODUCTS = 500

/** Drafts, so that the shop itself offers the same products. */
async function addProducts(databaseUrl: string): Promise<void> {
  const client = new Client({ connectionString: databaseUrl })
  await client.connect()
  await client.query(
    `with added as (
       insert into products (id, name, size, description, image_url, position, state, created_at)
       select gen_random_uuid(), 'Draft Water ' || n, '5-gallon', '', p.image_url, 100 + n, 'draft', now()
       from (select image_url from products order by position limit 1) p,
         generate_series((select count(*) from products) + 1, $1::int) n returning id)
     insert into product_prices (product_id, cents, valid_from, created_at)
     select id, 899, to_timestamp(0), now() from added`,
    [PRODUCTS],
  )
  await client.end()
}

/** Replaces the database name. `URL` cannot parse `postgres://user@/name?host=…`. */
export const withDatabase = (url: string, name: string) =>
  url.replace(/^([a-z]+:\/\/[^/]*\/)[^?]*/, `$1${name}`)

/** Returns the name of an existing customer, to search for. */
async function findCustomerName(port: number, cookie: string): Promise<string> {
  const connection = await Connection.open(port)
  const { body } = await connection.send(getRequest(`${apiPaths.adminOrders}?limit=50`, cookie))
  connection.close()
  const orders = JSON.parse(body.toString()) as Order[]
  const name = orders.at(-1)?.customerName
  if (!name) throw new Error('there is no customer to search for')
  return name
}

/** The orders of the seed are placed in the year until today. */
function lastYear(): string {
  const to = new Date().toISOString().slice(0, 10)
  return `?from=${addDays(to, -365)}&to=${to}`
}

async function exportCsv(
  port: number,
  cookie: string,
  shop: Pick<Bench['shop'], 'memoryMb' | 'watchMemory'>,
  path: string,
): Promise<ExportMeasurement> {
  const beforeMb = shop.memoryMb()
  const peak = shop.watchMemory()
  const startedAt = performance.now()
  const request = get({
    port,
    host: '127.0.0.1',
    path,
    headers: { cookie },
  })
  const [response] = (await once(request, 'response')) as [AsyncIterable<Buffer>]
  let lines = 0
  for await (const chunk of response) {
    for (let at = chunk.indexOf(10); at >= 0; at = chunk.indexOf(10, at + 1)) lines += 1
  }
  // The first line is the header.
  return {
    rows: lines - 1,
    seconds: (performance.now() - startedAt) / 1000,
    beforeMb,
    peakMb: peak(),
  }
}
