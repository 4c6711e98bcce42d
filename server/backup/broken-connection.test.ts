import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { openShop } from '#tests/support/open-shop.ts'
import { writeBackup } from './write-backup.ts'

test('a connection that breaks fails the backup, never the server that writes it', async () => {
  const crashes: unknown[] = []
  const record = (error: unknown) => crashes.push(error)
  process.on('uncaughtExceptionMonitor', record)
  onTestFinished(() => void process.off('uncaughtExceptionMonitor', record))
  const shop = await openShop()
  const folder = await mkdtemp(join(tmpdir(), 'carboy-broken-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const terminate = `select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and application_name = 'carboy backup'`

  const backup = writeBackup({
    url: shop.deps.databaseUrl,
    folder,
    secret: undefined,
    payments: 'sandbox',
    clock: shop.clock,
    onProgress: () => {
      shop.sql(terminate).catch(record)
    },
  })

  await expect(backup).rejects.toThrow()
  expect(await shop.sql('select 1 as n')).toEqual([{ n: 1 }])
  expect(crashes).toEqual([])
})
