import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { writeBackup } from '#server/backup/write-backup.ts'
import { openDatabase } from '#server/db/client.ts'
import { restoreBackup } from '#server/recovery/restore-backup.ts'
import { openShop, type TestShop } from '../open-shop.ts'
import { seededRandom, silentLog } from '../test-runtime.ts'
import { emptyDatabase } from './clone-database.ts'
import { freshDatabase, templateUrl } from './fresh-database.ts'
import { keepLedger } from './keep-ledger.ts'

/** Opens a shop whose database can be destroyed and restored, while the provider's ledger stays. */
export async function openDoomedShop(now?: string) {
  const database = await freshDatabase()
  onTestFinished(database.drop)
  const folder = await mkdtemp(join(tmpdir(), 'carboy-drill-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const shop = await openShop({ databaseUrl: database.url, ...(now && { now }) })

  const backUp = async () => {
    const options = { url: database.url, folder, secret: undefined, clock: shop.clock }
    const { path } = await writeBackup({ ...options, payments: 'sandbox' })
    return () => destroyAndRestore(path)
  }
  const destroyAndRestore = async (path: string): Promise<TestShop> => {
    const putBack = await keepLedger(database.url)
    await shop.close()
    await database.drop()
    const target = await emptyDatabase(templateUrl())
    onTestFinished(target.drop)
    const opened = openDatabase(target.url, { poolSize: 2, log: silentLog })
    const runtime = { clock: shop.clock, random: seededRandom('restore') }
    const options = { path, secret: undefined, ...runtime }
    await restoreBackup({ ...options, database: { ...opened, url: target.url } })
    await opened.close()
    await putBack(target.url)
    return openShop({ databaseUrl: target.url, now: shop.clock.now().toISOString() })
  }
  return { shop, backUp }
}
