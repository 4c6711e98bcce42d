import perfHooks from 'node:perf_hooks'
import { expect, test, vi } from 'vitest'
import { createMetrics } from './prometheus-metrics.ts'

const gauges = { engineAge: 1, queueAge: 2, outboxAge: 3, dueCycles: 4, openAlerts: 5 }

test('each shop of a process reports its process, which is measured once', async () => {
  const measure = vi.spyOn(perfHooks, 'monitorEventLoopDelay')
  try {
    const [first, second] = [
      createMetrics(async () => gauges),
      createMetrics(async () => ({ ...gauges, dueCycles: 7 })),
    ]

    for (const metrics of [first, second]) {
      const text = await metrics.text()
      expect(text.match(/^process_cpu_seconds_total \d/gm)).toHaveLength(1)
      expect(text.match(/^nodejs_eventloop_lag_p99_seconds /gm)).toHaveLength(1)
    }
    expect(await first.text()).toMatch(/^carboy_due_cycles 4$/m)
    expect(await second.text()).toMatch(/^carboy_due_cycles 7$/m)
    // None if an earlier test of this process opened a shop.
    expect(measure.mock.calls.length).toBeLessThanOrEqual(1)
  } finally {
    measure.mockRestore()
  }
})
