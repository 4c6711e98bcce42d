import type { Product } from '#contract/catalog.ts'
import { apiPaths } from '#contract/paths.ts'
import { Connection } from '../bench/connection.ts'
import { checkOut } from '../bench/guest.ts'
import { type Outcome, repeat } from '../bench/repeat.ts'

const AT_ONCE = 4

/** Guests who check out one after the other at one server. */
export async function guestsAt(port: number, seconds: number): Promise<Outcome> {
  const listed = await fetch(`http://127.0.0.1:${port}${apiPaths.products}`)
  const [product] = (await listed.json()) as Product[]
  const connections = await Promise.all(
    Array.from({ length: AT_ONCE }, () => Connection.open(port)),
  )
  try {
    const effort = { concurrency: AT_ONCE, seconds, most: 100_000 }
    return await repeat(
      effort,
      async (index) => () =>
        checkOut(connections[index] as Connection, product as Product, undefined),
    )
  } finally {
    for (const connection of connections) connection.close()
  }
}
