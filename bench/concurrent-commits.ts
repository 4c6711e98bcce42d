import { setTimeout as delay } from 'node:timers/promises'
import { Client } from 'pg'

export const COMMITS_PER_SECOND = 100

/** Commits continuously during a measurement, so that results cached until the next commit expire soon. */
export async function withConcurrentCommits<T>(
  databaseUrl: string,
  measure: () => Promise<T>,
): Promise<T> {
  const client = new Client({ connectionString: databaseUrl })
  await client.connect()
  let isDone = false
  const commit = async () => {
    while (!isDone) {
      await client.query('select pg_current_xact_id()')
      await delay(1000 / COMMITS_PER_SECOND)
    }
  }
  const committing = commit()
  try {
    return await measure()
  } finally {
    isDone = true
    await committing
    await client.end()
  }
}
