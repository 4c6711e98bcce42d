import { setTimeout as delay } from 'node:timers/promises'
import { Client } from 'pg'

/** A new price of every product each second, so that the cached list is read again and again. */
export async function withChangingPrices<T>(
  databaseUrl: string,
  measure: () => Promise<T>,
): Promise<T> {
  const client = new Client({ connectionString: databaseUrl })
  await client.connect()
  const { rows } = await client.query<{ id: string }>('select max(id) as id from product_prices')
  const last = rows[0]?.id ?? '0'
  let isDone = false
  const change = async () => {
    for (let n = 0; !isDone; n++) {
      await client.query(
        `insert into product_prices (product_id, cents, valid_from, created_at)
         select product_id, cents + $2, now(), now() from product_prices where id <= $1`,
        [last, n % 2],
      )
      await delay(1000)
    }
  }
  const changing = change()
  try {
    return await measure()
  } finally {
    isDone = true
    await changing
    // Later measurements order at the first prices.
    await client.query('delete from product_prices where id > $1', [last])
    await client.end()
  }
}
