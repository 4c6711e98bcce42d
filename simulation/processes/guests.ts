import type { Product } from '#contract/catalog.ts'
import { apiPaths } from '#contract/paths.ts'
import { Connection } from '../../bench/connection.ts'
import { checkOut } from '../../bench/guest.ts'
import { type Outcome, repeat } from '../../bench/repeat.ts'

const CONCURRENCY = 4

/** Runs guest checkouts against one server. */
export async function runGuests(port: number, seconds: number): Promise<Outcome> {
  const response = await fetch(`http://127.0.0.1:${port}${apiPaths.products}`)
  const [product] = (await response.json()) as Product[]
  const connections = await Promise.all(
    Array.from({ length: CONCURRENCY }, () => Connection.open(port)),
  )
  try {
    const loadOptions = { concurrency: CONCURRENCY, seconds, maxRequests: 100_000 }
    return await repeat(
      loadOptions,
      async (index) => () =>
        checkOut(connections[index] as Connection, product as Product, undefined),
    )
  } finally {
    for (const connection of connections) connection.close()
  }
}
