import type { DriverRoute, DriverStop } from '#contract/driver/route.ts'

/** Products that can be counted: an ordered product may no longer be in the shop's list. */
export function countableProducts(
  route: Pick<DriverRoute, 'products'>,
  ordered: DriverStop['lines'],
): DriverRoute['products'] {
  const names = new Map(ordered.map(({ productId, name }) => [productId, name]))
  for (const { id } of route.products) names.delete(id)
  return [...route.products, ...[...names].map(([id, name]) => ({ id, name, isReturnable: true }))]
}
