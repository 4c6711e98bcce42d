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
 * The lock is a folder that its holder touches again and again; when the holder is gone, or has
 * not touched it for a while, the next one takes it away.
 */
export async function withExclusiveLock(work) {
  const folder = lockFolder()
  await acquireLock(folder)
  const touching = setInterval(() => touch(folder), HEARTBEAT_MS)
  try {
    return await work()
  } finally {
    clearInterval(touching)
    rmSync(folder, { recursive: true, force: true })
  }
}

// Outside the checkout, because an install empties node_modules and nothing else is left out of git.
function lockFolder() {
  const key = createHash('sha256').update(`${userInfo().uid}:${root}`).digest('hex').slice(0, 12)
  return join(tmpdir(), `carboy-bootstrap-${key}`)
}

async function acquireLock(folder) {
  let isNotified = false
  while (!tryAcquireLock(folder)) {
    if (isAbandoned(folder)) discard(folder)
    else {
      if (!isNotified) console.log('Waiting for another start to finish setup …')
      isNotified = true
      await sleep(200)
    }
  }
}

// Made complete beside its place and renamed, so that no lock is ever seen without its holder.
function tryAcquireLock(folder) {
  const mine = `${folder}.${randomUUID()}`
  mkdirSync(mine, { mode: 0o700 })
  writeFileSync(join(mine, 'holder'), String(process.pid))
  try {
    renameSync(mine, folder)
    return true
  } catch {
    rmSync(mine, { recursive: true, force: true })
    return false
  }
}

function isAbandoned(folder) {
  const holder = Number(readIfExists(join(folder, 'holder')))
  const touched = statSync(folder, { throwIfNoEntry: false })?.mtimeMs ?? 0
  return !holder || !isAlive(holder) || Date.now() - touched > STALE_LOCK_MS
}

function discard(folder) {
  const away = `${folder}.${randomUUID()}`
  try {
    renameSync(folder, away)
    rmSync(away, { recursive: true, force: true })
  } catch {
    // Its holder, or someone else waiting, was quicker.
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
    // Taken away from us while the machine slept: the work itself ends all the same.
  }
}
