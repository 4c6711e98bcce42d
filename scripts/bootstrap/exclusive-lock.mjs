import { createHash, randomUUID } from 'node:crypto'
import { mkdirSync, renameSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir, userInfo } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { readIfExists, root } from './checkout.mjs'

const HEARTBEAT_MS = 2_000
const STALE_LOCK_MS = 15_000

/**
 * Runs `work` while no other process installs or builds in this checkout.
 * The lock is a folder that its holder touches periodically. If the holder has exited or stopped
 * touching it, the next process removes the folder.
 */
export async function withExclusiveLock(work) {
  const folder = lockFolder()
  await acquireLock(folder)
  const heartbeat = setInterval(() => touch(folder), HEARTBEAT_MS)
  try {
    return await work()
  } finally {
    clearInterval(heartbeat)
    rmSync(folder, { recursive: true, force: true })
  }
}

// Outside the checkout: an install empties node_modules, and no other folder is ignored by git.
function lockFolder() {
  const key = createHash('sha256').update(`${userInfo().uid}:${root}`).digest('hex').slice(0, 12)
  return join(tmpdir(), `carboy-bootstrap-${key}`)
}

async function acquireLock(folder) {
  let isLogged = false
  while (!tryAcquireLock(folder)) {
    if (isAbandoned(folder)) discard(folder)
    else {
      if (!isLogged) console.log('Waiting for another start to finish setup …')
      isLogged = true
      await sleep(200)
    }
  }
}

// The folder is completed under a temporary name, then renamed: no process sees a lock without holder.
function tryAcquireLock(folder) {
  const temporary = `${folder}.${randomUUID()}`
  mkdirSync(temporary, { mode: 0o700 })
  writeFileSync(join(temporary, 'holder'), String(process.pid))
  try {
    renameSync(temporary, folder)
    return true
  } catch {
    rmSync(temporary, { recursive: true, force: true })
    return false
  }
}

function isAbandoned(folder) {
  const holder = Number(readIfExists(join(folder, 'holder')))
  const touched = statSync(folder, { throwIfNoEntry: false })?.mtimeMs ?? 0
  return !holder || !isAlive(holder) || Date.now() - touched > STALE_LOCK_MS
}

function discard(folder) {
  const discarded = `${folder}.${randomUUID()}`
  try {
    renameSync(folder, discarded)
    rmSync(discarded, { recursive: true, force: true })
  } catch {
    // The holder or another waiting process has already removed it.
  }
}

function isAlive(pid) {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return error.code === 'EPERM'
  }
}

function touch(folder) {
  try {
    utimesSync(folder, new Date(), new Date())
  } catch {
    // Another process removed the lock while the machine slept; the work still completes.
  }
}
