import { join, resolve } from 'node:path'
import { type Cores, findCores } from '../../cores.ts'
import { startLoad } from '../../measure-server.ts'
import { openShop } from '../../shop.ts'
import { type MeasuredDatabases, prepareDatabases, startMeasured } from '../databases.ts'
import { readDiskSize } from '../fill/disk-size.ts'
import type { Part, ScaleOptions } from '../options.ts'
import type { ScaleResult } from '../result.ts'
import { measureCheckouts } from './measure-checkouts.ts'
import { measureMorning, moveToMorning } from './measure-morning.ts'
import { measurePlan } from './measure-plan.ts'
import { measureRequests } from './measure-requests.ts'
import { waitUntilIdle } from './wait-until-idle.ts'

export type Run = {
  options: ScaleOptions
  result: ScaleResult
  /** For measurements of which nothing is stored. */
  folder: string
  /** Called at the end, the last one first. */
  closers: (() => Promise<unknown>)[]
  logStep(name: string): void
  fail(step: string, error: unknown): void
  isEnding: boolean
}

const CHECKOUT_SECONDS = 3
const PLAN_SECONDS = 30

/** Fills the databases, unless they were stored, and measures one part after the other. */
export async function measureScale(run: Run): Promise<void> {
  const { options, result, closers } = run
  const dataDir = resolve(options.folder ?? join(run.folder, 'data'))
  const isPersistent = options.folder !== undefined
  const { fill } = await prepareDatabases(
    { dataDir, isFilled: options.isFilled, isPersistent, sizes: result.sizes },
    run.logStep,
    (stop) => closers.push(stop),
  )
  if (fill) result.fill = fill
  const cores = findCores()
  cores.moveToLoadCore()
  const databases = await startMeasured(dataDir)
  closers.push(() => databases.stop(isPersistent))
  result.disk = await readDiskSize(databases.urls.large)
  if (options.parts.some((part) => part === 'requests' || part === 'checkout'))
    await measureShops(run, cores, databases)
  await step(run, 'plan', () =>
    cores.onAllCores(databases.pid, () => measurePlans(run, cores, databases)),
  )
  await step(run, 'morning', () =>
    cores.onAllCores(databases.pid, () => measureBothMornings(run, databases)),
  )
}

/** A failed part does not end the others. */
async function step(run: Run, part: Part, work: () => Promise<void>): Promise<void> {
  if (!run.options.parts.includes(part) || run.isEnding) return
  run.logStep(part)
  await work().catch((error: unknown) => run.fail(part, error))
}

async function measureShops(run: Run, cores: Cores, { urls }: MeasuredDatabases) {
  const { result, logStep } = run
  const cacheFolder = join(run.folder, 'compiled')
  const open = (databaseUrl: string) => openShop(cores, { databaseUrl, cacheFolder })
  const shops = { small: await open(urls.small), large: await open(urls.large) }
  logStep('waiting until both shops are idle')
  for (const shop of Object.values(shops)) await waitUntilIdle(shop)
  const small = { port: shops.small.port, databaseUrl: urls.small }
  const large = { port: shops.large.port, databaseUrl: urls.large }
  await step(run, 'requests', async () => {
    result.requests = await measureRequests(small, large, logStep)
  })
  await step(run, 'checkout', async () => {
    result.checkout = await measureCheckouts(startLoad(cores), shops, CHECKOUT_SECONDS)
  })
  for (const shop of Object.values(shops)) await shop.stop()
}

/** On all cores: one of them would be shared by requests and search. */
async function measurePlans({ result, folder }: Run, cores: Cores, { urls }: MeasuredDatabases) {
  const anyCore: Cores = { ...cores, onServerCore: (command, args) => [command, args] }
  const measure = async (databaseUrl: string) => {
    const shop = await openShop(anyCore, { databaseUrl, cacheFolder: join(folder, 'compiled') })
    try {
      await waitUntilIdle(shop)
      return await measurePlan({ port: shop.port, databaseUrl }, result.sizes.stops, PLAN_SECONDS)
    } finally {
      await shop.stop()
    }
  }
  result.plan = { small: await measure(urls.small), large: await measure(urls.large) }
}

async function measureBothMornings({ result, logStep }: Run, { urls }: MeasuredDatabases) {
  const { dueCycles } = result.sizes
  await moveToMorning(urls.small)
  result.rollupSeconds = await moveToMorning(urls.large)
  logStep(`${dueCycles} deliveries are due`)
  result.morning = {
    small: await measureMorning(urls.small, Math.max(200, Math.round(dueCycles / 10))),
    large: await measureMorning(urls.large, dueCycles),
  }
}
