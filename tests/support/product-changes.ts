/** Changes of the catalog as SQL, for tests of what other processes and later reads make of them. */

type Sql = { sql(text: string, values?: unknown[]): Promise<unknown> }

/** Sets the price of one product, or of all, from now on. */
export async function setPrices(
  shop: Sql,
  cents: number,
  productId: string | null = null,
): Promise<void> {
  await shop.sql(
    `insert into product_prices (product_id, cents, valid_from, created_at)
     select p.id, $1::int, latest.valid_from, now()
     from products p, lateral (
       select valid_from from product_prices where product_id = p.id order by id desc limit 1
     ) latest
     where $2::uuid is null or p.id = $2`,
    [cents, productId],
  )
}

/** Archives one product, or all. */
export async function archiveProducts(shop: Sql, productId: string | null = null): Promise<void> {
  await shop.sql(`update products set state = 'archived' where $1::uuid is null or id = $1`, [
    productId,
  ])
}

export async function sellOut(shop: Sql, productId: string, isSoldOut = true): Promise<void> {
  await shop.sql('update products set is_sold_out = $2 where id = $1', [productId, isSoldOut])
}

/** Adds a price that starts at an instant. */
export async function schedulePrice(
  shop: Sql,
  productId: string,
  cents: number,
  validFrom: string,
): Promise<void> {
  await shop.sql(
    `insert into product_prices (product_id, cents, valid_from, created_at) values ($1, $2, $3, $3)`,
    [productId, cents, validFrom],
  )
}
