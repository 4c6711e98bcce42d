import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { removeUnfinished } from './remove-unfinished.ts'

test('files of backups that were cut off more than a day ago are removed, and nothing else', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'carboy-unfinished-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const kept = [
    'carboy-2026-03-01T08-00-00.000Z.backup',
    'carboy-2026-03-03T07-59-00.000Z.backup.partial',
    'carboy-.backup.partial',
    'notes.partial',
  ]
  const names = ['carboy-2026-03-01T08-00-00.000Z.backup.partial', ...kept]
  for (const name of names) await writeFile(join(folder, name), '')
  await removeUnfinished(folder, new Date('2026-03-03T08:00:00Z'))
  expect((await readdir(folder)).sort()).toEqual(kept.sort())
})
