import { type ChildProcess, fork } from 'node:child_process'
import { existsSync } from 'node:fs'
import { constants, setPriority } from 'node:os'
import { join } from 'node:path'
import type { EncodeImage, ImageUse } from '#server/modules/catalog/port.ts'

/** More than any permitted image needs on a slow machine. */
const LIMIT_MS = 60_000
/** More than the program needs to start on a machine that is short of everything. */
const START_LIMIT_MS = 60_000
const MAX_WAITING = 4

/** The program is next to this file in the sources, and next to the server in the bundle. */
const program = ['encode-image.mjs', 'encode-image.ts']
  .map((name) => join(import.meta.dirname, name))
  .find((path) => existsSync(path))

type Result = Awaited<ReturnType<EncodeImage>>
type Upload = { bytes: Uint8Array; use: ImageUse }

type EncoderOptions = { limitMs?: number; start?: () => ChildProcess }

/**
 * Encodes images in a child process with low priority, one at a time, so that a checkout does not
 * compete with it. Returns only what the program sends. A crash or the time limit means unreadable;
 * a program that did not start, or that was killed, proves nothing about the image.
 */
export function createImageEncoder({
  limitMs = LIMIT_MS,
  start = startProgram,
}: EncoderOptions = {}): EncodeImage {
  let waiting = 0
  let last: Promise<unknown> = Promise.resolve()
  return async (bytes, use) => {
    if (!hasKnownSignature(bytes)) return { reason: 'not_an_image' }
    if (waiting >= MAX_WAITING) return { reason: 'busy' }
    waiting += 1
    const result = last.then(() => runProgram(start, { bytes, use }, limitMs))
    last = result.catch(() => undefined)
    try {
      return await result
    } finally {
      waiting -= 1
    }
  }
}

function startProgram(): ChildProcess {
  if (!program) throw new Error('the image encoder is missing: run the build')
  return fork(program, {
    // It needs no secrets, and little memory apart from the image.
    env: { PATH: process.env.PATH },
    execArgv: ['--max-old-space-size=96'],
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  })
}

/** A restart of the service or a machine without memory ends the program, not its image. */
const endedByOthers: readonly (string | null)[] = ['SIGTERM', 'SIGINT', 'SIGHUP', 'SIGKILL']

function runProgram(start: () => ChildProcess, image: Upload, limitMs: number): Promise<Result> {
  return new Promise((resolve) => {
    const fail = (cause: unknown) => resolve({ reason: 'not_encoded', cause })
    let child: ChildProcess
    try {
      // Without memory or open files it throws; without processes it reports an error.
      child = start()
    } catch (error) {
      fail(error)
      return
    }
    lowerPriority(child)
    const limit = (ms: number, onLimit: () => void) =>
      setTimeout(() => {
        onLimit()
        child.kill('SIGKILL')
      }, ms)
    let isReady = false
    let timer = limit(START_LIMIT_MS, () => fail(new Error('the image encoder did not start')))
    child.once('message', () => {
      isReady = true
      clearTimeout(timer)
      timer = limit(limitMs, () => resolve({ reason: 'unreadable' }))
      child.once('message', (result: Result) => resolve(result))
      // A program that has already ended reports it by its exit.
      child.send(image, () => undefined)
    })
    child.once('error', (error) => {
      clearTimeout(timer)
      fail(error)
    })
    child.once('exit', (code, signal) => {
      clearTimeout(timer)
      if (isReady && !endedByOthers.includes(signal)) resolve({ reason: 'unreadable' })
      else fail(new Error(`the image encoder ended with ${signal ?? code}`))
    })
  })
}

function lowerPriority({ pid }: ChildProcess): void {
  try {
    if (pid) setPriority(pid, constants.priority.PRIORITY_LOW)
  } catch {
    // Not permitted everywhere; the image is encoded anyway.
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
