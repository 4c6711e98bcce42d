import { cloneDatabase } from '#tests/support/database/clone-database.ts'
import { startTemplateServer } from '#tests/support/database/template-server.ts'
import { createRng } from '../rng.ts'
import { type DayResult, runDay } from './run-day.ts'

type ProcessRunOptions = {
  cycles: number
  servers: number
  killEveryMs: number
  maxKills?: number
  responseDelayMs: number
  guestSeconds: number
}

/** R1: runs a day of due deliveries with several servers on one database with durable commits. */
export async function runProcesses(options: ProcessRunOptions): Promise<DayResult> {
  const server = await startTemplateServer({ max_connections: '300' })
  try {
    const { url } = await cloneDatabase(server.templateUrl)
    return await runDay({
      databaseUrl: url,
      cycles: options.cycles,
      processes: options.servers,
      responseDelayMs: options.responseDelayMs,
      killEveryMs: options.killEveryMs || undefined,
      maxKills: options.maxKills,
      guestSeconds: options.guestSeconds || undefined,
      rng: createRng('day'),
    })
  } finally {
    await server.stop()
  }
}
