// npm run bench: measures the product against its baselines and targets, in at most ten minutes.
import type { ChildProcess } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { cpus, loadavg, tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { startEmbeddedPostgres } from '#server/adapters/embedded-postgres/embedded-postgres.ts'
import { benchBoard } from './board/bench-board.ts'
import { stopAllPrograms } from './child.ts'
import { type Cores, findCores } from './cores.ts'
import { measureDates } from './dates/measure-dates.ts'
import { measureEmails } from './emails/measure-emails.ts'
import { benchEvents } from './events/bench-events.ts'
import { productionPackagesMb } from './installed-size.ts'
import { measureHome } from './measure-home.ts'
import { measureCheckout, measureProductList, startLoad } from './measure-server.ts'
import { measureStaff } from './measure-staff.ts'
import { benchParts, readBenchOptions } from './options.ts'
import { chromiumPath, openBrowser } from './page-load.ts'
import { report } from './report/report.ts'
import type { Result } from './result.ts'
import { openShop, type Shop, type ShopSettings, SOURCES } from './shop.ts'
import { median } from './statistics.ts'

const LIMIT_MS = 600_000
const LIST_SECONDS = 1
const CHECKOUT_SECONDS = 3
const STAFF_SECONDS = 1.5
const BOOTS = 3
/** Background jobs have finished their startup by then. */
const IDLE_DELAY_MS = 3_000

const silent = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} }
const root = resolve(import.meta.dirname, '..')
const options = readBenchOptions()
const parts = options.only === undefined ? benchParts : [options.only]

const result: Result = {
  machine: `${cpus().length} × ${cpus()[0]?.model ?? 'processor'} ${process.arch}, Node ${process.versions.node}`,
  isPinned: false,
  loadAverage: { before: load(), after: 0 },
  seconds: 0,
  failed: {},
}
const folder = mkdtempSync(join(tmpdir(), 'carboy-bench-'))
const closers: (() => Promise<unknown>)[] = []

let isEnding = false
async function end(exitCode: number): Promise<void> {
  if (isEnding) return
  isEnding = true
  result.loadAverage.after = load()
  result.seconds = performance.now() / 1000
  writeFileSync(resolve(options.out), `${JSON.stringify(result, null, 2)}\n`)
  process.stdout.write(report(result))
  await stopAllPrograms()
  for (const close of closers.reverse()) await close().catch(() => {})
  rmSync(folder, { recursive: true, force: true })
  process.exit(exitCode)
}

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => void end(1))
setTimeout(() => {
  result.failed['remaining steps'] = 'time limit of ten minutes reached'
  void end(1)
}, LIMIT_MS).unref()

measureAll().then(
  () => end(0),
  (error: unknown) => {
    result.failed['remaining steps'] =
      error instanceof Error ? (error.stack ?? error.message) : `${error}`
    return end(1)
  },
)

async function measureAll(): Promise<void> {
  const cores = findCores()
  result.isPinned = cores.isPinned
  cores.moveToLoadCore()
  logStep('starting the database')
  const database = await startEmbeddedPostgres({ dataDir: join(folder, 'data'), log: silent })
  closers.push(() => database.stop())
  const settings = { databaseUrl: database.url, cacheFolder: join(folder, 'compiled') }

  const load = startLoad(cores)
  if (parts.includes('shop')) await measureShop(cores, settings, load)
  if (parts.includes('dates')) await measureDeliveryDates(cores, settings, load)
  if (parts.includes('home')) await measureHomePage(cores, settings)
  if (parts.includes('board')) await measureRouteBoard(cores, settings, load)
  if (parts.includes('events')) await measureEvents(cores, settings)
  if (parts.includes('staff')) await measureBackoffice(cores, settings, load)
}

async function measureShop(cores: Cores, settings: ShopSettings, load: ChildProcess) {
  result.fromSources = await measureSources(cores, settings)
  const shop = await measureBoots(cores, settings)
  result.packagesMb = productionPackagesMb(root)
  await delay(IDLE_DELAY_MS)
  result.idleMb = shop.memoryMb()

  const bench = { cores, shop, load, databaseUrl: settings.databaseUrl }
  const peakMemory = shop.watchMemory()
  logStep('product list')
  result.productList = await measureProductList(bench, LIST_SECONDS)
  logStep('guest checkout')
  result.checkout = await measureCheckout(bench, CHECKOUT_SECONDS)
  result.loadedMb = peakMemory()
  await shop.stop()
  logStep('emails')
  result.emailMs = await measureEmails(cores)
}

async function measureDeliveryDates(cores: Cores, settings: ShopSettings, load: ChildProcess) {
  logStep('delivery dates')
  const shop = await openShop(cores, settings)
  const { databaseUrl } = settings
  result.dates = await measureDates({ shop, load, databaseUrl, seconds: CHECKOUT_SECONDS })
  await shop.stop()
}

async function measureHomePage(cores: Cores, settings: ShopSettings): Promise<void> {
  const path = chromiumPath()
  if (!path) {
    result.failed['home page'] = 'Chromium not found; set CHROMIUM_PATH'
    return
  }
  logStep('home page')
  const shop = await openShop(cores, settings)
  // A browser needs more than one core.
  await cores.onAllCores(undefined, async () => {
    const browser = await openBrowser(path)
    closers.push(() => browser.close())
    result.home = await measureHome(browser, `http://localhost:${shop.port}/`)
  })
  await shop.stop()
}

async function measureRouteBoard(cores: Cores, settings: ShopSettings, load: ChildProcess) {
  logStep('board')
  const path = chromiumPath()
  const browser = path ? await cores.onAllCores(undefined, () => openBrowser(path)) : undefined
  if (browser) closers.push(() => browser.close())
  else result.failed['page of the board'] = 'Chromium not found; set CHROMIUM_PATH'
  const bench = { cores, load, settings, databasePid: databasePid(), seconds: STAFF_SECONDS }
  result.board = await benchBoard({ ...bench, browser })
  const { pageError } = result.board
  if (pageError) result.failed['page of the board'] = pageError
}

async function measureEvents(cores: Cores, settings: ShopSettings) {
  logStep('events of drivers')
  result.events = await benchEvents({ cores, settings, databasePid: databasePid() })
}

const databasePid = () =>
  Number.parseInt(readFileSync(join(folder, 'data/postgres/postmaster.pid'), 'utf8'), 10)

/** Measures the staff portal with few and with many orders. */
async function measureBackoffice(cores: Cores, settings: ShopSettings, load: ChildProcess) {
  const bench = { cores, load, settings, databasePid: databasePid(), seconds: STAFF_SECONDS }
  result.staff = {}
  logStep('staff, 1,000 orders')
  result.staff.few = await measureStaff(bench, 1_000)
  logStep('staff, 100,000 orders')
  result.staff.many = await measureStaff(bench, 100_000)
}

/** The first start creates tables and the compile cache; only later starts are measured. */
async function measureBoots(cores: Cores, settings: ShopSettings): Promise<Shop> {
  logStep('cold boot')
  let shop = await openShop(cores, settings)
  const boots: number[] = []
  while (boots.length < BOOTS) {
    await shop.stop()
    shop = await openShop(cores, settings)
    boots.push(shop.bootMs)
  }
  result.bootMs = median(boots)
  return shop
}

/** Starts the sources as often as the built server, and measures before any request. */
async function measureSources(cores: Cores, settings: ShopSettings) {
  logStep('cold boot of the sources')
  const [boots, idle]: [number[], number[]] = [[], []]
  for (let start = 0; start <= BOOTS; start++) {
    const shop = await openShop(cores, settings, SOURCES)
    await delay(IDLE_DELAY_MS)
    if (start > 0) {
      boots.push(shop.bootMs)
      idle.push(shop.memoryMb())
    }
    await shop.stop()
  }
  return { bootMs: median(boots), idleMb: median(idle) }
}

function load(): number {
  return Math.round((loadavg()[0] ?? 0) * 10) / 10
}

function logStep(name: string): void {
  process.stderr.write(`${(performance.now() / 1000).toFixed(0).padStart(4)} s  ${name}\n`)
}
