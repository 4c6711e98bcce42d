import { cloneDatabase } from '#tests/support/clone-database.ts'
import { startTemplateServer } from '#tests/support/template-server.ts'
import { diceOf } from './dice.ts'
import { type DayResult, runDay } from './run-processes.ts'

type Wish = {
  cycles: number
  servers: number
  killEveryMs: number
  mostKills?: number
  answersInMs: number
  guestSeconds: number
}

/** R1: a day of due deliveries for several servers on one database that waits for its disk. */
export async function runProcesses(wish: Wish): Promise<DayResult> {
  const server = await startTemplateServer({ max_connections: '300' })
  try {
    const { url } = await cloneDatabase(server.templateUrl)
    return await runDay({
      databaseUrl: url,
      cycles: wish.cycles,
      processes: wish.servers,
      answersInMs: wish.answersInMs,
      killEveryMs: wish.killEveryMs || undefined,
      mostKills: wish.mostKills,
      guestSeconds: wish.guestSeconds || undefined,
      dice: diceOf('day'),
    })
  } finally {
    await server.stop()
  }
}
