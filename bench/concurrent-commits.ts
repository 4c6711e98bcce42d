import { setTimeout as delay } from 'node:timers/promises'
import { Client } from 'pg'

export const COMMITS_PER_SECOND = 100

/** A busy shop beside what is measured: whatever was kept until the next commit is not kept long. */
export async function withConcurrentCommits<T>(
  databaseUrl: string,
  measure: () => Promise<T>,
): Promise<T> {
  const client = new Client({ connectionString: databaseUrl })
  await client.connect()
  let isOver = false
  const commit = async () => {
    while (!isOver) {
      await client.query('select pg_current_xact_id()')
      await delay(1000 / COMMITS_PER_SECOND)
    }
  }
  const committing = commit()
  try {
    return await measure()
  } finally {
    isOver = true
    await committing
    await client.end()
  }
}
