import { expect, test } from 'vitest'
import { coalesceRuns } from './background-job.ts'

/** A job whose runs finish only when the test calls `finishRun`. */
function createBlockedJob() {
  const pendingRuns: (() => void)[] = []
  let runs = 0
  const run = coalesceRuns(() => {
    runs += 1
    return new Promise<void>((resolve) => pendingRuns.push(resolve))
  })
  return { run, runs: () => runs, finishRun: () => pendingRuns.shift()?.() }
}

test('calls during a run cause one more run, not one each', async () => {
  const { run, runs, finishRun } = createBlockedJob()
  const all = [run.now(), run.now(), run.now()]

  finishRun()
  await new Promise((resolve) => setImmediate(resolve))
  finishRun()
  await Promise.all(all)

  expect(runs()).toBe(2)
})

test('end waits for the active run and starts no further one', async () => {
  const { run, runs, finishRun } = createBlockedJob()
  void run.now()
  void run.now()
  let hasEnded = false

  const ended = run.end().then(() => {
    hasEnded = true
  })
  await new Promise((resolve) => setImmediate(resolve))
  expect(hasEnded).toBe(false)
  finishRun()
  await ended
  await run.now()

  expect(runs()).toBe(1)
})
