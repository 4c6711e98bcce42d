import type { ChildProcess } from 'node:child_process'
import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import type { Product } from '#contract/catalog.ts'
import { apiPaths } from '#contract/paths.ts'
import { startProgram, stopProgram } from './child.ts'
import { Connection, getRequest } from './connection.ts'
import type { Cores } from './cores.ts'

export type Shop = {
  port: number
  /** Time from process start to the first response. */
  bootMs: number
  listBytes: string
  product: Product
  cpuMs(): Promise<number>
  memoryMb(): number
  /** Starts watching the memory; the returned function stops and returns the peak. */
  watchMemory(): () => number
  stop(): Promise<void>
}

/** Staff account created at startup. */
export const STAFF = { email: 'bench@carboy.example', password: 'carboy-bench-staff' }

type Program = { file: string; flags: string[] }

/** As `npm start` runs it. */
const BUILT: Program = {
  file: join(import.meta.dirname, '../dist/server/main.mjs'),
  flags: ['--max-semi-space-size=16', '--heap-growing-percent=60', '--no-parallel-scavenge'],
}
/** The server from sources, started as version 0.1.0 was, which had no build. */
export const SOURCES: Program = {
  file: join(import.meta.dirname, '../server/main.ts'),
  flags: ['--max-semi-space-size=8', '--heap-growing-percent=30'],
}
const BOOT_TIMEOUT_MS = 30_000

export type ShopSettings = { databaseUrl: string; cacheFolder: string }

/** Starts the real server as `npm start` does, with the card sandbox. */
export async function openShop(
  cores: Cores,
  settings: ShopSettings,
  program = BUILT,
): Promise<Shop> {
  const port = await freePort()
  const startedAt = performance.now()
  const child = startProgram(cores, 'server core', program.file, {
    nodeArgs: program.flags,
    env: {
      MALLOC_ARENA_MAX: '2',
      NODE_ENV: 'development',
      NODE_COMPILE_CACHE: settings.cacheFolder,
      PORT: String(port),
      HOST: '127.0.0.1',
      PUBLIC_URL: `http://localhost:${port}`,
      DATABASE_URL: settings.databaseUrl,
      PAYMENTS: 'sandbox',
      ADMIN_EMAIL: STAFF.email,
      ADMIN_PASSWORD: STAFF.password,
      RATE_LIMIT_SCALE: '1000000',
      SHOP_TIME_ZONE: 'America/New_York',
      SEED: 'empty',
      LOG_LEVEL: 'warn',
    },
  })
  const listBytes = await waitForFirstResponse(child, port, startedAt)
  const bootMs = performance.now() - startedAt
  const memoryMb = () => residentMb(child.pid ?? 0)
  return {
    port,
    bootMs,
    listBytes,
    product: (JSON.parse(listBytes) as Product[])[0] as Product,
    cpuMs: () => readCpuMs(port),
    memoryMb,
    watchMemory: () => watch(memoryMb),
    stop: () => stopProgram(child),
  }
}

async function waitForFirstResponse(
  child: ChildProcess,
  port: number,
  startedAt: number,
): Promise<string> {
  while (child.exitCode === null && performance.now() - startedAt < BOOT_TIMEOUT_MS) {
    try {
      const { status, body } = await getOnce(port, apiPaths.products)
      if (status === 200) return body.toString()
    } catch {
      // The server is not listening yet.
    }
    await delay(4)
  }
  throw new Error('the shop did not start')
}

async function getOnce(port: number, path: string) {
  const connection = await Connection.open(port)
  try {
    return await connection.send(getRequest(path))
  } finally {
    connection.close()
  }
}

async function readCpuMs(port: number): Promise<number> {
  const { body } = await getOnce(port, '/metrics')
  const seconds = /^process_cpu_seconds_total (\S+)/m.exec(body.toString())?.[1]
  if (seconds === undefined) throw new Error('/metrics has no CPU time')
  return Number(seconds) * 1000
}

/** Returns 0 if the process has exited. */
function residentMb(pid: number): number {
  if (process.platform === 'linux') {
    const path = `/proc/${pid}/status`
    const status = existsSync(path) ? readFileSync(path, 'utf8') : ''
    return Number(/^VmRSS:\s+(\d+)/m.exec(status)?.[1] ?? 0) / 1024
  }
  return Number(spawnSync('ps', ['-o', 'rss=', '-p', String(pid)]).stdout?.toString()) / 1024
}

function watch(memoryMb: () => number): () => number {
  let peak = memoryMb()
  const sample = () => {
    peak = Math.max(peak, memoryMb())
  }
  const timer = setInterval(sample, 250).unref()
  return () => {
    clearInterval(timer)
    sample()
    return peak
  }
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer().once('error', reject)
    probe.listen(0, '127.0.0.1', () => {
      const { port } = probe.address() as AddressInfo
      probe.close(() => resolve(port))
    })
  })
}
