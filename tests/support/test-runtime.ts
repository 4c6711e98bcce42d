import { createHash } from 'node:crypto'
import type { Clock, Log, Random } from '#server/runtime.ts'

export type FixedClock = Clock & { set(iso: string): void; advance(milliseconds: number): void }

/** A clock that changes only when the test sets or advances it. */
export function fixedClock(iso: string): FixedClock {
  let now = new Date(iso)
  return {
    now: () => new Date(now),
    set: (next) => {
      now = new Date(next)
    },
    advance: (milliseconds) => {
      now = new Date(now.getTime() + milliseconds)
    },
  }
}

/** A seed always generates the same ids and tokens in the same order. */
export function seededRandom(seed: string): Random {
  let blockCount = 0
  const nextBytes = (bytes: number) => {
    const blocks: Buffer[] = []
    while (blocks.length * 32 < bytes) {
      blockCount += 1
      blocks.push(createHash('sha256').update(`${seed}:${blockCount}`).digest())
    }
    return Buffer.concat(blocks).subarray(0, bytes)
  }
  return {
    uuid: () => uuidFrom(nextBytes(16)),
    token: (bytes) => nextBytes(bytes).toString('base64url'),
  }
}

function uuidFrom(bytes: Buffer) {
  const hex = bytes.toString('hex')
  const variant = '89ab'.charAt(bytes.readUInt8(8) % 4)
  return [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `4${hex.slice(13, 16)}`,
    `${variant}${hex.slice(17, 20)}`,
    hex.slice(20, 32),
  ].join('-')
}

const noop = () => {}
export const silentLog: Log = { debug: noop, info: noop, warn: noop, error: noop }
