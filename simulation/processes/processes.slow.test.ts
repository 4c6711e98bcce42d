import { expect, test } from 'vitest'
import { runProcesses } from './processes.ts'

/** `npm run simulate -- --processes` runs it with 10,000 deliveries. */
test('R1: two servers that are killed at random charge each delivery of a day once', async () => {
  const day = await runProcesses({
    cycles: 200,
    servers: 2,
    killEveryMs: 400,
    maxKills: 3,
    responseDelayMs: 300,
    guestSeconds: 0,
  })

  expect(day.kills).toBeGreaterThan(0)
  expect(day).toMatchObject({ charges: 200, doubles: 0, findings: [], statuses: { paid: 200 } })
}, 600_000)
