import type { ProductState } from '#contract/staff/products.ts'
import { type BadgeStyle, StatusBadge } from '#web/shared/status-badge.tsx'

export const productStateOptions = [
  { value: 'active', label: 'Active' },
  { value: 'draft', label: 'Draft' },
  { value: 'archived', label: 'Archived' },
] as const satisfies readonly { value: ProductState; label: string }[]

export const sizeOptions = [
  { value: '3-gallon', label: '3-gallon' },
  { value: '5-gallon', label: '5-gallon' },
] as const

const styles: Record<string, BadgeStyle> = {
  active: ['Active', 'success'],
  draft: ['Draft', 'info'],
  archived: ['Archived', 'neutral'],
  'sold-out': ['Sold out', 'warning'],
}

/** Filter values for staff: an active product may be sold out. */
export const productStatus = ({
  state,
  isSoldOut,
}: {
  state: ProductState
  isSoldOut: boolean
}): ProductState | 'sold-out' => (state === 'active' && isSoldOut ? 'sold-out' : state)

export const productStatusOptions = [
  ...productStateOptions,
  { value: 'sold-out', label: 'Sold out' },
] as const

export function ProductStatusBadge(product: { state: ProductState; isSoldOut: boolean }) {
  return <StatusBadge styles={styles} status={productStatus(product)} />
}
