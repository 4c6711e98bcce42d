import { execFileSync } from 'node:child_process'
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
  const onProgress = once(() => terminate(shop.deps.databaseUrl))

  const backup = writeBackup({
    url: shop.deps.databaseUrl,
    folder,
    secret: undefined,
    payments: 'sandbox',
    clock: shop.clock,
    onProgress,
  })

  await expect(backup).rejects.toThrow()
  expect(await shop.sql('select 1 as n')).toEqual([{ n: 1 }])
  expect(crashes).toEqual([])
})

function once(work: () => void): () => void {
  let isDone = false
  return () => {
    if (!isDone) work()
    isDone = true
  }
}

/** In a process that this one waits for, so that the backup cannot end first. */
function terminate(url: string) {
  const script = `import pg from 'pg'
    const client = new pg.Client(process.env.URL)
    await client.connect()
    await client.query("select pg_terminate_backend(pid, 5000) from pg_stat_activity where datname = current_database() and application_name = 'carboy backup'")
    await client.end()`
  execFileSync(process.execPath, ['--input-type=module', '-e', script], {
    env: { ...process.env, URL: url },
  })
}
