import { useQuery } from '@tanstack/react-query'
import { ArrowLeftRight } from 'lucide-react'
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
  /** Offers to swap selected bottles for the same number in the other size. */
  canSwap?: boolean
}

/** Lists all products with a quantity stepper for each. */
export function ProductPicker({ items, onSelect, canSwap }: ProductPickerProps) {
  const { data: products, error, refetch } = useQuery(productsQuery)
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
  if (!products) {
    return (
      <div className="grid min-h-40 place-items-center">
        <Spinner label="Loading products" showLabel />
      </div>
    )
  }
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

type ProductLineProps = {
  product: KnownProduct
  quantity: number
  onSelect: (quantity: number) => void
  swap?: { label: string; onSwap: () => void }
}

function ProductLine({ product, quantity, onSelect, swap }: ProductLineProps) {
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
          {formatPrice(product.price)} each{product.isSoldOut ? ' · Sold out' : ''}
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
        onChange={(by) => onSelect(quantity + by)}
        canDecrease={quantity > 0}
        isDisabled={product.isSoldOut && quantity === 0}
      />
    </li>
  )
}
