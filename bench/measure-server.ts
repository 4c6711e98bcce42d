import type { ChildProcess } from 'node:child_process'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { Client } from 'pg'
import { apiPaths } from '#contract/paths.ts'
import type { BaselineHttpRequest, Usage } from './baseline-http.ts'
import type { BaselineOrdersRequest, BaselineOrdersResult } from './baseline-orders.ts'
import { withChangingPrices } from './changing-prices.ts'
import { sendRequest, startProgram } from './child.ts'
import type { Cores } from './cores.ts'
import type { LoadRequest } from './load.ts'
import type { LoadOptions, Outcome } from './repeat.ts'
import type { Shop } from './shop.ts'
import { withImageUploads } from './upload-images.ts'
import { warmUp } from './warm-up.ts'

export type Measurement = Outcome & { cpuMsPerOperation: number; memoryMb?: number }

/** Measurements by concurrency. */
export type Series = Record<number, Measurement>

/** Both while prices change. */
export type PricePair = { baseline: Measurement; own: Measurement }

/** Orders placed shortly before, and while staff upload images. */
export type UploadPair = { without: Measurement; during: Measurement }

/** Single pairs of a few seconds vary by a third. */
const PAIRS = 5

export const CONCURRENCIES = [1, 8, 64]

const file = (name: string) => join(import.meta.dirname, name)

export type Bench = { cores: Cores; shop: Shop; load: ChildProcess; databaseUrl: string }

export function startLoad(cores: Cores): ChildProcess {
  return startProgram(cores, 'load core', file('load.ts'))
}

/** Alternates between baseline and shop, so that load from other programs affects both. */
export async function measureProductList(bench: Bench, seconds: number) {
  const { cores, shop, load } = bench
  const baselineChild = startProgram(cores, 'server core', file('baseline-http.ts'))
  const usage = (message: BaselineHttpRequest) => sendRequest<Usage>(baselineChild, message)
  const { port: baselinePort } = await usage({ body: shop.listBytes })
  const get = (port: number, loadOptions: LoadOptions) =>
    sendRequest<Outcome>(load, {
      kind: 'get',
      port,
      paths: [apiPaths.products],
      ...loadOptions,
    } as LoadRequest)

  const baselineCpu = async () => (await usage({ usage: true })).cpuMs
  const measureBaseline = (loadOptions: LoadOptions) =>
    withCpu(baselineCpu, () => get(baselinePort, loadOptions))
  const measureOwn = (loadOptions: LoadOptions) =>
    withCpu(shop.cpuMs, () => get(shop.port, loadOptions), shop)

  const round = { concurrency: 8, seconds: 1, maxRequests: 300_000 }
  await warmUp(async () => (await measureBaseline(round)).cpuMsPerOperation)
  await warmUp(async () => (await measureOwn(round)).cpuMsPerOperation)
  const [baseline, own]: [Series, Series] = [{}, {}]
  for (const concurrency of CONCURRENCIES) {
    const loadOptions = { concurrency, seconds, maxRequests: 300_000 }
    baseline[concurrency] = await measureBaseline(loadOptions)
    own[concurrency] = await measureOwn(loadOptions)
  }
  const loadOptions = { concurrency: 8, seconds, maxRequests: 300_000 }
  const withPriceChanges = await withChangingPrices(bench.databaseUrl, () =>
    measurePairs(async () => ({
      baseline: await measureBaseline(loadOptions),
      own: await measureOwn(loadOptions),
    })),
  )
  baselineChild.kill('SIGTERM')
  return { baseline, own, withPriceChanges }
}

export async function measureCheckout(bench: Bench, seconds: number) {
  const { cores, shop, load, databaseUrl } = bench
  const { port, product } = shop
  const run = (kind: 'checkout' | 'settled checkout', loadOptions: LoadOptions) =>
    sendRequest<Outcome>(load, { kind, port, product, databaseUrl, ...loadOptions } as LoadRequest)
  const baselineChild = startProgram(cores, 'server core', file('baseline-orders.ts'))
  const runBaseline = (loadOptions: LoadOptions) =>
    sendRequest<BaselineOrdersResult>(baselineChild, {
      ...loadOptions,
      product,
      databaseUrl,
    } satisfies BaselineOrdersRequest)

  const cpuWithEmails = async () => {
    await waitUntilEmailsSent(databaseUrl)
    return shop.cpuMs()
  }
  const measurePlaced = (loadOptions: LoadOptions) =>
    withCpu(shop.cpuMs, () => run('checkout', loadOptions), shop)
  const measureSettled = (loadOptions: LoadOptions) =>
    withCpu(cpuWithEmails, () => run('settled checkout', loadOptions), shop)

  const round = { concurrency: 8, seconds: 2, maxRequests: 20_000 }
  await warmUp(async () => (await measureSettled(round)).cpuMsPerOperation)
  await runBaseline({ ...round, seconds: 1 })
  const [baseline, placed, settled]: [Series, Series, Series] = [{}, {}, {}]
  for (const concurrency of CONCURRENCIES) {
    const loadOptions = { concurrency, seconds, maxRequests: 20_000 }
    const { cpuMs, ...outcome } = await runBaseline({ ...loadOptions, seconds: seconds / 2 })
    baseline[concurrency] = { ...outcome, cpuMsPerOperation: cpuMs / outcome.operations }
    await waitUntilEmailsSent(databaseUrl)
    placed[concurrency] = await measurePlaced(loadOptions)
    settled[concurrency] = await measureSettled(loadOptions)
  }
  const loadOptions = { concurrency: 8, seconds, maxRequests: 20_000 }
  const withUploads = await measurePairs(async () => ({
    without: await measurePlaced(loadOptions),
    during: await withImageUploads(shop, () => measurePlaced(loadOptions)),
  }))
  baselineChild.kill('SIGTERM')
  return { baseline, placed, settled, withUploads }
}

async function measurePairs<Pair>(measure: () => Promise<Pair>): Promise<Pair[]> {
  const pairs: Pair[] = []
  while (pairs.length < PAIRS) pairs.push(await measure())
  return pairs
}

export async function withCpu(
  cpuMs: () => Promise<number>,
  run: () => Promise<Outcome>,
  shop?: Shop,
): Promise<Measurement> {
  const before = await cpuMs()
  const memory = shop?.watchMemory()
  const outcome = await run()
  const spent = (await cpuMs()) - before
  return {
    ...outcome,
    cpuMsPerOperation: spent / outcome.operations,
    ...(memory && { memoryMb: memory() }),
  }
}

/** Emails of one step must not count as CPU time of the next. */
async function waitUntilEmailsSent(databaseUrl: string): Promise<void> {
  const client = new Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    for (let attempt = 0; attempt < 300; attempt++) {
      const { rows } = await client.query(`select 1 from emails where status = 'pending' limit 1`)
      if (rows.length === 0) return
      await delay(100)
    }
  } finally {
    await client.end()
  }
}
