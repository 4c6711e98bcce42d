import type { Db } from '#server/db/client.ts'
import type { Clock, Random } from '#server/runtime.ts'
import { FIRST_VALID_FROM } from './rules.ts'
import { productPrices, products } from './tables.ts'

const waters = [
  {
    kind: 'spring',
    name: 'Spring Water',
    small: 699,
    large: 899,
    about:
      'Bottled at a protected Catskill spring and filtered only for safety. Soft, clean taste with light minerals.',
  },
  {
    kind: 'purified',
    name: 'Purified Water',
    small: 599,
    large: 749,
    about:
      'Purified by reverse osmosis and ozone. Neutral taste, great for coffee makers and kettles.',
  },
  {
    kind: 'alkaline',
    name: 'Alkaline Water',
    small: 849,
    large: 1099,
    about:
      'Purified, then enriched with calcium, magnesium and potassium to a pH of about 9. Smooth taste, never salty.',
  },
] as const

/** Inserts the default products, unless the shop already has any. */
export async function seedProducts(deps: { db: Db; clock: Clock; random: Random }): Promise<void> {
  await deps.db.transaction(async (tx) => {
    if (await tx.$count(products)) return
    const createdAt = deps.clock.now()
    const rows = waters.flatMap((water, index) =>
      ([5, 3] as const).map((gallons) => ({
        id: deps.random.uuid(),
        name: `${water.name} ${gallons} Gallon`,
        size: `${gallons}-gallon` as const,
        description: `${water.about} ${bottleNote[gallons]}`,
        imageUrl: `/images/${water.kind}-${gallons}-gallon.webp`,
        position: index * 2 + (gallons === 5 ? 1 : 2),
        state: 'active' as const,
        createdAt,
        cents: gallons === 5 ? water.large : water.small,
      })),
    )
    const inserted = await tx.insert(products).values(rows).onConflictDoNothing().returning()
    const prices = rows
      .filter(({ id }) => inserted.some((product) => product.id === id))
      .map(({ id, cents }) => ({
        productId: id,
        cents,
        validFrom: FIRST_VALID_FROM,
        createdAt,
      }))
    if (prices.length > 0) await tx.insert(productPrices).values(prices)
  })
}

const bottleNote = {
  5: 'Fits standard water coolers. About 42 lb when full.',
  3: 'Easier to lift. About 25 lb when full.',
}
