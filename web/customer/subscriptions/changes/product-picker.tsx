import { useQuery } from '@tanstack/react-query'
import { ArrowLeftRight } from 'lucide-react'
import { MAX_QUANTITY } from '#contract/pricing-limits.ts'
import type { Subscription } from '#contract/subscriptions/subscriptions.ts'
import type { KnownProduct } from '#web/api/adapt/product.ts'
import { productsQuery } from '#web/api/catalog.ts'
import { formatPrice } from '#web/shared/money.ts'
import { ProductImage } from '#web/shared/product-image.tsx'
import { QuantityStepper } from '#web/shared/quantity-stepper.tsx'
import { Alert } from '#web/ui/alert.tsx'
import { Button } from '#web/ui/button.tsx'
import { Spinner } from '#web/ui/spinner.tsx'
import { findOtherSize } from './other-size.ts'
import type { LineItem } from './use-selected-items.ts'

type ProductPickerProps = {
  items: readonly LineItem[]
  onSelect: (productId: string, quantity: number) => void
  /** The items of the subscription: at their agreed prices, and possibly not in the shop any more. */
  current: readonly CurrentItem[]
  /** Offers to swap selected bottles for the same number in the other size. */
  canSwap?: boolean
}

type PickerProduct = KnownProduct & { isArchived?: boolean }

function notOfferedText({ isSoldOut, isArchived }: PickerProduct): string {
  if (isArchived) return ' · No longer available'
  return isSoldOut ? ' · Sold out' : ''
}

type CurrentItem = Subscription['items'][number]

/** Lists all products with a quantity stepper for each. */
export function ProductPicker({ items, onSelect, current, canSwap }: ProductPickerProps) {
  const { data: listed, error, refetch } = useQuery(productsQuery)
  if (error) {
    return (
      <Alert
        tone="danger"
        title="We couldn't load the products"
        action={
          <Button variant="secondary" size="small" onClick={() => void refetch()}>
            Try again
          </Button>
        }
      />
    )
  }
  if (!listed) {
    return (
      <div className="grid min-h-40 place-items-center">
        <Spinner label="Loading products" showLabel />
      </div>
    )
  }
  const products = withCurrent(listed, current)
  const findItem = (id: string) => current.find(({ productId }) => productId === id)
  const getQuantity = (id: string) => items.find(({ productId }) => productId === id)?.quantity ?? 0
  const swappable = products.filter(({ isSoldOut }) => !isSoldOut)
  return (
    <ul aria-label="Products" className="flex flex-col divide-y divide-line">
      {products.map((product) => {
        const quantity = getQuantity(product.id)
        const otherSize = canSwap && quantity > 0 ? findOtherSize(product, swappable) : undefined
        return (
          <ProductLine
            key={product.id}
            product={product}
            quantity={quantity}
            maxQuantity={product.isSoldOut ? (findItem(product.id)?.quantity ?? 0) : MAX_QUANTITY}
            onSelect={(newQuantity) => onSelect(product.id, newQuantity)}
            {...(otherSize && {
              swap: {
                label: `Swap for ${otherSize.name}`,
                onSwap: () => {
                  onSelect(product.id, 0)
                  onSelect(otherSize.id, getQuantity(otherSize.id) + quantity)
                },
              },
            })}
          />
        )
      })}
    </ul>
  )
}

/** Items keep their agreed price (rule 32); those that are not in the shop can only be removed. */
function withCurrent(
  listed: readonly KnownProduct[],
  current: readonly CurrentItem[],
): readonly PickerProduct[] {
  const others = current.filter(({ productId }) => !listed.some(({ id }) => id === productId))
  return [
    ...others.map(({ productId, name, size, price }) => ({
      id: productId,
      name,
      size,
      price,
      description: null,
      imageUrl: null,
      isSoldOut: true,
      isArchived: true,
    })),
    ...listed.map((product) => ({
      ...product,
      price: current.find(({ productId }) => productId === product.id)?.price ?? product.price,
    })),
  ]
}

type ProductLineProps = {
  product: PickerProduct
  quantity: number
  /** Of a product that is not offered, no more than the subscription has. */
  maxQuantity: number
  onSelect: (quantity: number) => void
  swap?: { label: string; onSwap: () => void }
}

function ProductLine({ product, quantity, maxQuantity, onSelect, swap }: ProductLineProps) {
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-2 py-3 first:pt-0 last:pb-0">
      <div className="w-9 shrink-0">
        <ProductImage
          imageUrl={product.imageUrl}
          name={product.name}
          sizes="40px"
          className="h-12 w-9"
        />
      </div>
      <div className="wrap-anywhere min-w-0 flex-1 basis-24">
        <p className="font-semibold leading-snug">{product.name}</p>
        <p className="text-muted text-sm tabular-nums">
          {formatPrice(product.price)} each{notOfferedText(product)}
        </p>
        {swap ? (
          <button
            type="button"
            onClick={swap.onSwap}
            className="mt-1 inline-flex min-h-6 items-center gap-1.5 rounded text-left font-semibold text-action-strong text-sm underline-offset-2 hover:underline"
          >
            <ArrowLeftRight aria-hidden className="size-4 shrink-0" />
            {swap.label}
          </button>
        ) : null}
      </div>
      <QuantityStepper
        name={product.name}
        quantity={quantity}
        onChange={(by) => onSelect(Math.min(quantity + by, maxQuantity))}
        canDecrease={quantity > 0}
        isDisabled={product.isSoldOut && quantity === 0}
      />
    </li>
  )
}
