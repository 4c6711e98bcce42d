import { expect, test } from 'vitest'
import { runProcesses } from './processes.ts'

/** `npm run simulate -- --processes` plays it with 10,000 deliveries. */
test('R1: three servers that are killed at random charge a day’s deliveries once each', async () => {
  const day = await runProcesses({
    cycles: 300,
    servers: 3,
    killEveryMs: 1_000,
    answersInMs: 300,
    guestSeconds: 0,
  })

  expect(day.kills).toBeGreaterThan(0)
  expect(day).toMatchObject({ charges: 300, doubles: 0, findings: [], statuses: { paid: 300 } })
}, 300_000)
