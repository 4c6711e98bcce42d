import type { ProductForm, StaffProduct } from '#contract/staff/products.ts'

type SaleState = Pick<ProductForm, 'state' | 'isSoldOut'>

const isOffered = ({ state, isSoldOut }: SaleState) => state === 'active' && !isSoldOut

/** The effect of taking a product off sale that customers can order now. */
export function saleWarnings(
  product: Pick<StaffProduct, 'state' | 'isSoldOut' | 'subscribers'>,
  edited: SaleState,
  isLastOffered: boolean,
): string[] {
  if (!isOffered(product) || isOffered(edited)) return []
  const { subscribers } = product
  const subscriptions =
    subscribers === 1
      ? "1 active subscription contains this product. Its deliveries won't include it. We'll skip those with no other items."
      : `${subscribers} active subscriptions contain this product. Their deliveries won't include it. We'll skip those with no other items.`
  return [
    ...(isLastOffered ? ['Customers can order no other product. The shop will be empty.'] : []),
    ...(subscribers > 0 ? [subscriptions] : []),
  ]
}
