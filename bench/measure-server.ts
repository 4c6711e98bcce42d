import type { ChildProcess } from 'node:child_process'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { Client } from 'pg'
import { apiPaths } from '#contract/paths.ts'
import type { BaselineHttpRequest, Usage } from './baseline-http.ts'
import type { BaselineOrdersRequest, BaselineOrdersResult } from './baseline-orders.ts'
import { sendRequest, startProgram } from './child.ts'
import type { Cores } from './cores.ts'
import type { LoadRequest } from './load.ts'
import type { LoadOptions, Outcome } from './repeat.ts'
import type { Shop } from './shop.ts'

export type Measurement = Outcome & { cpuMsPerOperation: number; memoryMb?: number }

/** What one subject did at each concurrency. */
export type Series = Record<number, Measurement>

export const CONCURRENCIES = [1, 8, 64]

const file = (name: string) => join(import.meta.dirname, name)

export type Bench = { cores: Cores; shop: Shop; load: ChildProcess; databaseUrl: string }

export function startLoad(cores: Cores): ChildProcess {
  return startProgram(cores, 'load core', file('load.ts'))
}

/** Baseline and shop take turns, so that a busy minute of the machine meets both. */
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

  const warm = { concurrency: 8, seconds: 0.5, maxRequests: 50_000 }
  await get(baselinePort, warm)
  await get(shop.port, warm)
  const [baseline, own]: [Series, Series] = [{}, {}]
  for (const concurrency of CONCURRENCIES) {
    const loadOptions = { concurrency, seconds, maxRequests: 300_000 }
    const baselineCpu = async () => (await usage({ usage: true })).cpuMs
    baseline[concurrency] = await withCpu(baselineCpu, () => get(baselinePort, loadOptions))
    own[concurrency] = await withCpu(shop.cpuMs, () => get(shop.port, loadOptions), shop)
  }
  baselineChild.kill('SIGTERM')
  return { baseline, own }
}

export async function measureCheckout(bench: Bench, seconds: number) {
  const { cores, shop, load, databaseUrl } = bench
  const { port, product } = shop
  const run = (kind: 'checkout' | 'settled checkout', loadOptions: LoadOptions) =>
    sendRequest<Outcome>(load, { kind, port, product, databaseUrl, ...loadOptions } as LoadRequest)
  const baselineChild = startProgram(cores, 'server core', file('baseline-orders.ts'))
  const bare = (loadOptions: LoadOptions) =>
    sendRequest<BaselineOrdersResult>(baselineChild, {
      ...loadOptions,
      product,
      databaseUrl,
    } satisfies BaselineOrdersRequest)

  // A shop that has sold a thousand times: until then its code is still being compiled.
  await run('settled checkout', { concurrency: 8, seconds: 2, maxRequests: 300 })
  await run('checkout', { concurrency: 64, seconds: 6, maxRequests: 1_000 })
  await bare({ concurrency: 8, seconds: 0.5, maxRequests: 1_000 })
  const [baseline, placed, settled]: [Series, Series, Series] = [{}, {}, {}]
  for (const concurrency of CONCURRENCIES) {
    const loadOptions = { concurrency, seconds, maxRequests: 20_000 }
    const { cpuMs, ...outcome } = await bare({ ...loadOptions, seconds: seconds / 2 })
    baseline[concurrency] = { ...outcome, cpuMsPerOperation: cpuMs / outcome.operations }
    await waitUntilMailsSent(databaseUrl)
    placed[concurrency] = await withCpu(shop.cpuMs, () => run('checkout', loadOptions), shop)
    const cpuWithMails = async () => {
      await waitUntilMailsSent(databaseUrl)
      return shop.cpuMs()
    }
    settled[concurrency] = await withCpu(
      cpuWithMails,
      () => run('settled checkout', loadOptions),
      shop,
    )
  }
  baselineChild.kill('SIGTERM')
  return { baseline, placed, settled }
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

/** Mails of the step before must not be charged to the next one. */
async function waitUntilMailsSent(databaseUrl: string): Promise<void> {
  const client = new Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    for (let look = 0; look < 300; look++) {
      const { rows } = await client.query(`select 1 from mails where status = 'waiting' limit 1`)
      if (rows.length === 0) return
      await delay(100)
    }
  } finally {
    await client.end()
  }
}
