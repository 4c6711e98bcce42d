import { realpathSync } from 'node:fs'
import { lstat, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { findRunningPostmaster } from '#server/adapters/embedded-postgres/postmaster-file.ts'

/** Names the process, so that another one can check whether it is still used. */
export const scratchPrefix = (folder: string) => join(folder, `carboy-verify-${process.pid}-`)

const SCRATCH = /^carboy-verify-(\d+)-/
const MAX_STOP_MS = 5_000
const STOP_CHECK_MS = 50

/**
 * Removes scratch databases of processes that were killed during a verification: nothing else stops
 * their servers, and they contain all data of the shop.
 */
export async function discardAbandoned(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    const [, pid] = SCRATCH.exec(name) ?? []
    const dataDir = join(folder, name)
    if (pid && !isAlive(Number(pid)) && (await isOwn(dataDir))) await discard(dataDir)
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== 'ESRCH'
  }
}

/** Everyone may write to the folder, and another user's link could lead to the server of the shop. */
async function isOwn(path: string): Promise<boolean> {
  const { uid } = await lstat(path)
  return uid === process.getuid?.()
}

async function discard(dataDir: string): Promise<void> {
  for (let waited = 0; waited < MAX_STOP_MS; waited += STOP_CHECK_MS) {
    const server = findServer(dataDir)
    if (!server) break
    if (waited === 0) process.kill(server.pid, 'SIGQUIT')
    await setTimeout(STOP_CHECK_MS)
  }
  await rm(dataDir, { recursive: true, force: true, maxRetries: 5 })
}

function findServer(dataDir: string) {
  try {
    return findRunningPostmaster(realpathSync(join(dataDir, 'postgres')))
  } catch {
    // It was killed before there was a server.
    return undefined
  }
}
