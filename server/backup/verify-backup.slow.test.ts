import { execFileSync, fork } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { discardAbandoned } from './discard-abandoned.ts'

const program = resolve(import.meta.dirname, '../../tests/support/database/verify-forever.ts')

test('a process that ends during a verification leaves no server and no data behind', async () => {
  const { child, pid, scratch } = await verifyForever()
  child.send('end')
  await once(child, 'exit')

  await expect.poll(() => isAlive(pid)).toBe(false)
  expect(scratch()).toBe('')
})

test('the next verification removes the files of one that was killed', async () => {
  const { child, pid, scratch, folder } = await verifyForever()
  await discardAbandoned(folder)
  expect([isAlive(pid), scratch()]).toEqual([true, expect.stringContaining('carboy-verify-')])
  child.kill('SIGKILL')
  await once(child, 'exit')
  expect(isAlive(pid)).toBe(true)

  await discardAbandoned(folder)
  expect(scratch()).toBe('')
  await expect.poll(() => isAlive(pid)).toBe(false)
})

/** A process that is verifying a backup, and the server of its scratch database. */
async function verifyForever() {
  const folder = await mkdtemp(join(tmpdir(), 'carboy-ended-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  // Reading it never ends.
  const pipe = join(folder, 'pipe')
  execFileSync('mkfifo', [pipe])
  const child = fork(program, [pipe], { env: { ...process.env, TMPDIR: folder }, execArgv: [] })
  const scratch = () => readdirSync(folder).find((name) => name.startsWith('carboy-verify-')) ?? ''
  const pidFile = () => join(folder, scratch(), 'postgres', 'postmaster.pid')
  await expect.poll(() => existsSync(pidFile()) && readFileSync(pidFile(), 'utf8')).toMatch(/ready/)
  const pid = Number.parseInt(readFileSync(pidFile(), 'utf8'), 10)
  return { child, pid, scratch, folder }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}
