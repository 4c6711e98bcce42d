import { spawnSync } from 'node:child_process'
import { chmodSync, mkdirSync, rmSync, statfsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { connectToEmbeddedPostgres } from '#server/adapters/embedded-postgres/connect-to-embedded-postgres.ts'
import type { DrillContext } from './drill-context.ts'
import { describeCounts, type Figure, figure, NotPossible, print, seconds } from './figures.ts'
import { checkBooks } from './machines/check-books.ts'
import { sendGuests } from './machines/guests.ts'
import { query } from './machines/postgres.ts'
import { startShop } from './machines/shop-process.ts'

const DISK_MB = 320
const GUESTS = 8
const SELLING_MS = 8_000
const FULL_MS = 20_000
const AFTERWARDS_MS = 30_000
const CHUNK = Buffer.alloc(1 << 20)

/** Fills the disk of the shop's own database while it sells, then makes room again. */
export async function drillDiskFull({ folder, onEnd }: DrillContext): Promise<Figure[]> {
  const disk = join(folder, 'disk')
  mountSmallDisk(disk, onEnd)
  const dataDir = join(disk, 'data')
  const shop = await startShop({ env: { DATA_DIR: dataDir } })
  onEnd(() => shop.stop())
  const guests = sendGuests([shop], { count: GUESTS, pauseMs: 50 })
  await delay(SELLING_MS)

  const before = guests.purchases.length
  const filler = join(disk, 'filler')
  const timer = setInterval(() => fill(disk, filler), 50)
  const filledAt = performance.now()
  await delay(FULL_MS)
  clearInterval(timer)
  const during = guests.purchases.length
  const rejections = new Map(guests.rejections)
  print(`${before} purchases, then ${during - before} until the disk was full`)
  rmSync(filler)
  const freedAt = performance.now()
  await delay(AFTERWARDS_MS)
  await guests.stop()

  const connection = await connectToEmbeddedPostgres(dataDir)
  if (!connection) throw new Error('the database is not running')
  const books = await checkBooks(connection.url, guests.purchases)
  const half = await countHalfOrders(connection.url)
  const resumed = guests.purchases.find(({ paidAt }) => paidAt > freedAt)?.paidAt ?? Infinity
  const clear = [...rejections.keys()].filter((answer) => !/^(503 |no answer)/.test(answer))
  return [
    figure('purchases before', before, before > 0),
    figure('answers while full', describeCounts(rejections), rejections.size > 0),
    figure('answers other than "try again"', clear.join(', ') || 'none', clear.length === 0),
    figure('seconds full', seconds(freedAt - filledAt)),
    figure('seconds until it sold again', seconds(resumed - freedAt), resumed < Infinity),
    figure('purchases afterwards', guests.purchases.length - during, resumed < Infinity),
    figure('half-written orders', half, half === 0),
    figure('orders lost', books.lost, books.lost === 0),
    figure('guests charged twice', books.chargedTwice, books.chargedTwice === 0),
    figure('audit', books.audit, books.isClean),
  ]
}

function mountSmallDisk(disk: string, onEnd: DrillContext['onEnd']): void {
  mkdirSync(disk)
  const mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${DISK_MB}m`, 'tmpfs', disk])
  if (mounted.status !== 0) {
    throw new NotPossible(`a small disk can't be mounted: ${String(mounted.stderr).trim()}`)
  }
  onEnd(async () => {
    // The database takes a moment to close its files.
    for (let attempt = 0; attempt < 20; attempt++) {
      if (spawnSync('umount', [disk]).status === 0) return
      await delay(500)
    }
    spawnSync('umount', ['--lazy', disk])
  })
  chmodSync(disk, 0o755)
}

/** Takes all room that is left, to the last page. */
function fill(disk: string, file: string): void {
  try {
    for (;;) {
      const { bavail, bsize } = statfsSync(disk)
      const left = bavail * bsize
      if (left === 0) return
      writeFileSync(file, CHUNK.subarray(0, Math.min(left, CHUNK.length)), { flag: 'a' })
    }
  } catch {
    // Someone else took the last page first.
  }
}

/** Orders without items or without a payment. */
async function countHalfOrders(url: string): Promise<number> {
  const [row] = await query<{ count: number }>(
    url,
    `select count(*)::int as count from orders o
     where not exists (select from order_items i where i.order_id = o.id)
        or not exists (select from payments p where p.order_id = o.id)`,
  )
  return row?.count ?? 0
}
