import { type ChildProcess, fork } from 'node:child_process'
import { existsSync } from 'node:fs'
import { constants, setPriority } from 'node:os'
import { join } from 'node:path'
import type { EncodeImage, ImageUse } from '#server/modules/catalog/port.ts'

/** More than any permitted picture needs on a slow machine. */
const LIMIT_MS = 60_000
const MAX_WAITING = 4

/** The program is next to this file in the sources, and next to the server in the bundle. */
const program = ['encode-image.mjs', 'encode-image.ts']
  .map((name) => join(import.meta.dirname, name))
  .find((path) => existsSync(path))

type Result = Awaited<ReturnType<EncodeImage>>
type Picture = { bytes: Uint8Array; use: ImageUse }

/**
 * Encodes pictures in a child process with low priority, one at a time, so that a checkout does not
 * compete with it. Returns only what the program sends; its exit or the time limit means unreadable.
 */
export function createImageEncoder(limitMs = LIMIT_MS): EncodeImage {
  let waiting = 0
  let last: Promise<unknown> = Promise.resolve()
  return async (bytes, use) => {
    if (!hasKnownSignature(bytes)) return { reason: 'not_a_picture' }
    if (waiting >= MAX_WAITING) return { reason: 'busy' }
    waiting += 1
    const result = last.then(() => runProgram({ bytes, use }, limitMs))
    last = result.catch(() => undefined)
    try {
      return await result
    } finally {
      waiting -= 1
    }
  }
}

function runProgram(picture: Picture, limitMs: number): Promise<Result> {
  if (!program) throw new Error('the image encoder is missing: run the build')
  const child = fork(program, {
    // It needs no secrets, and little memory besides the picture.
    env: { PATH: process.env.PATH },
    execArgv: ['--max-old-space-size=96'],
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  })
  lowerPriority(child)
  return new Promise((resolve) => {
    const timer = setTimeout(() => child.kill('SIGKILL'), limitMs)
    child.once('message', (result: Result) => resolve(result))
    child.once('error', () => resolve({ reason: 'unreadable' }))
    child.once('exit', () => {
      clearTimeout(timer)
      resolve({ reason: 'unreadable' })
    })
    // A program that has already ended reports it by its exit.
    child.send(picture, () => undefined)
  })
}

function lowerPriority({ pid }: ChildProcess): void {
  try {
    if (pid) setPriority(pid, constants.priority.PRIORITY_LOW)
  } catch {
    // Not permitted everywhere; the picture is encoded anyway.
  }
}

const signatures: readonly (readonly [offset: number, bytes: readonly number[]])[][] = [
  [[0, [0xff, 0xd8, 0xff]]],
  [[0, [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]]],
  [
    [0, [0x52, 0x49, 0x46, 0x46]],
    [8, [0x57, 0x45, 0x42, 0x50]],
  ],
]

/** JPEG, PNG or WebP by their first bytes; the file's name and type are the sender's claims. */
function hasKnownSignature(bytes: Uint8Array): boolean {
  return signatures.some((parts) =>
    parts.every(([offset, expected]) =>
      expected.every((value, index) => bytes[offset + index] === value),
    ),
  )
}
