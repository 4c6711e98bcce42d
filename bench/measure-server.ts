import type { ChildProcess } from 'node:child_process'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { Client } from 'pg'
import { apiPaths } from '#contract/paths.ts'
import { ask, startProgram } from './child.ts'
import type { Cores } from './cores.ts'
import type { FloorHttpQuestion, Usage } from './floor-http.ts'
import type { FloorOrdersAnswer, FloorOrdersQuestion } from './floor-orders.ts'
import type { LoadQuestion } from './load.ts'
import type { Effort, Outcome } from './repeat.ts'
import type { Shop } from './shop.ts'

export type Measured = Outcome & { cpuMsPerOperation: number; memoryMb?: number }

/** What one subject did at each concurrency. */
export type Series = Record<number, Measured>

export const CONCURRENCIES = [1, 8, 64]

const file = (name: string) => join(import.meta.dirname, name)

export type Bench = { cores: Cores; shop: Shop; load: ChildProcess; databaseUrl: string }

export function startLoad(cores: Cores): ChildProcess {
  return startProgram(cores, 'load core', file('load.ts'))
}

/** Floor and shop take turns, so that a busy minute of the machine meets both. */
export async function measureProductList(bench: Bench, seconds: number) {
  const { cores, shop, load } = bench
  const floorChild = startProgram(cores, 'server core', file('floor-http.ts'))
  const usage = (question: FloorHttpQuestion) => ask<Usage>(floorChild, question)
  const { port: floorPort } = await usage({ body: shop.listBytes })
  const get = (port: number, effort: Effort) =>
    ask<Outcome>(load, { kind: 'get', port, paths: [apiPaths.products], ...effort } as LoadQuestion)

  const warm = { concurrency: 8, seconds: 0.5, most: 50_000 }
  await get(floorPort, warm)
  await get(shop.port, warm)
  const [floor, own]: [Series, Series] = [{}, {}]
  for (const concurrency of CONCURRENCIES) {
    const effort = { concurrency, seconds, most: 300_000 }
    const floorCpu = async () => (await usage({ usage: true })).cpuMs
    floor[concurrency] = await withCpu(floorCpu, () => get(floorPort, effort))
    own[concurrency] = await withCpu(shop.cpuMs, () => get(shop.port, effort), shop)
  }
  floorChild.kill('SIGTERM')
  return { floor, own }
}

export async function measureCheckout(bench: Bench, seconds: number) {
  const { cores, shop, load, databaseUrl } = bench
  const { port, product } = shop
  const run = (kind: 'checkout' | 'settled checkout', effort: Effort) =>
    ask<Outcome>(load, { kind, port, product, databaseUrl, ...effort } as LoadQuestion)
  const floorChild = startProgram(cores, 'server core', file('floor-orders.ts'))
  const bare = (effort: Effort) =>
    ask<FloorOrdersAnswer>(floorChild, {
      ...effort,
      product,
      databaseUrl,
    } satisfies FloorOrdersQuestion)

  // A shop that has sold a thousand times: until then its code is still being compiled.
  await run('settled checkout', { concurrency: 8, seconds: 2, most: 300 })
  await run('checkout', { concurrency: 64, seconds: 6, most: 1_000 })
  await bare({ concurrency: 8, seconds: 0.5, most: 1_000 })
  const [floor, placed, settled]: [Series, Series, Series] = [{}, {}, {}]
  for (const concurrency of CONCURRENCIES) {
    const effort = { concurrency, seconds, most: 20_000 }
    const { cpuMs, ...outcome } = await bare({ ...effort, seconds: seconds / 2 })
    floor[concurrency] = { ...outcome, cpuMsPerOperation: cpuMs / outcome.operations }
    await mailsSent(databaseUrl)
    placed[concurrency] = await withCpu(shop.cpuMs, () => run('checkout', effort), shop)
    const cpuWithMails = async () => {
      await mailsSent(databaseUrl)
      return shop.cpuMs()
    }
    settled[concurrency] = await withCpu(cpuWithMails, () => run('settled checkout', effort), shop)
  }
  floorChild.kill('SIGTERM')
  return { floor, placed, settled }
}

export async function withCpu(
  cpuMs: () => Promise<number>,
  run: () => Promise<Outcome>,
  shop?: Shop,
): Promise<Measured> {
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
async function mailsSent(databaseUrl: string): Promise<void> {
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
