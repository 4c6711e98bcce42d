import { collectDefaultMetrics, Gauge, Registry } from 'prom-client'
import { shareReads } from '#server/db/share-reads.ts'
import { createRequestDurations } from './request-durations.ts'
import type { ShopGauges } from './shop-gauges.ts'

export type Metrics = {
  contentType: string
  text(): Promise<string>
  observe(method: string, route: string, status: number, seconds: number): void
  /** Records when a background job last finished in this process. */
  jobFinished(name: string, at: Date): void
}

const gaugeNames: Record<keyof ShopGauges, [name: string, help: string]> = {
  engineAge: ['carboy_engine_age_seconds', 'Seconds since charging last finished'],
  queueAge: ['carboy_queue_age_seconds', 'Seconds that the oldest due job has been waiting'],
  outboxAge: ['carboy_outbox_age_seconds', 'Seconds that the oldest due email has been waiting'],
  dueCycles: ['carboy_due_cycles', 'Deliveries whose charge is due'],
  openAlerts: ['carboy_open_alerts', 'Open alerts'],
}

/** The gauges are read at most once in this time, and a dead connection delays no scrape. */
const SHARED = { forMs: 5_000, limitMs: 5_000 }

let processRegistry: Registry | undefined

/** Memory, garbage collection and event loop, whose timers and observers run once per process. */
function processMetrics(): Registry {
  if (!processRegistry) {
    processRegistry = new Registry()
    collectDefaultMetrics({ register: processRegistry })
  }
  return processRegistry
}

export function createMetrics(readGauges: () => Promise<ShopGauges>): Metrics {
  const readShared = shareReads(readGauges, SHARED)
  const nodeMetrics = processMetrics()
  const registry = new Registry()
  const requests = createRequestDurations()
  const jobs = new Gauge({
    name: 'carboy_job_finished_timestamp_seconds',
    help: 'When a background job last finished in this process',
    labelNames: ['job'],
    registers: [registry],
  })
  const gauges = Object.entries(gaugeNames).map(([key, [name, help]]) => ({
    key: key as keyof ShopGauges,
    gauge: new Gauge({ name, help, registers: [registry] }),
  }))
  return {
    contentType: registry.contentType,
    async text() {
      // If the database is down, only the metrics of the process are reported.
      const read = await readShared().catch(() => undefined)
      for (const { key, gauge } of gauges) gauge.set(read ? read[key] : Number.NaN)
      const parts = [await nodeMetrics.metrics(), await registry.metrics(), requests.text()]
      return parts.join('\n')
    },
    observe: requests.observe,
    jobFinished: (job, at) => jobs.set({ job }, at.getTime() / 1000),
  }
}
