import { RefreshCw } from 'lucide-react'
import { useId, useState } from 'react'
import { MAX_QUANTITY, SUBSCRIPTION_DISCOUNT_PERCENT } from '#contract/pricing-limits.ts'
import type { KnownProduct } from '#web/api/adapt/product.ts'
import { formatPrice } from '#web/shared/money.ts'
import { ProductImage } from '#web/shared/product-image.tsx'
import { QuantityStepper } from '#web/shared/quantity-stepper.tsx'
import type { CartProduct } from '#web/storefront/cart/stored-cart.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'

/** Shared with the loading state, so that the layout does not shift. */
export const productCardHeight = 'min-h-[31.5rem]'

type ProductCardProps = {
  product: KnownProduct
  onAdd: (product: CartProduct, quantity: number) => void
}

export function ProductCard({ product, onAdd }: ProductCardProps) {
  const [quantity, setQuantity] = useState(0)
  // Not the product id: it may contain a space, which would make two ids in aria attributes.
  const headingId = useId()

  function add() {
    const { id, name, price, size, imageUrl } = product
    onAdd({ id, name, price, ...(size && { size }), ...(imageUrl && { imageUrl }) }, quantity)
    setQuantity(0)
  }

  return (
    <article
      aria-labelledby={headingId}
      className={`group flex w-full flex-col rounded-card border border-line bg-surface shadow-card transition-shadow hover:shadow-raised ${productCardHeight}`}
    >
      <div className="relative flex h-60 items-center justify-center rounded-t-card bg-linear-to-b from-surface-soft to-action-soft p-4">
        <ProductImage
          imageUrl={product.imageUrl}
          name={product.name}
          sizes="150px"
          className="h-full w-auto max-w-full"
        />
        {product.size ? (
          <Badge tone="info" className="absolute top-4 left-4 bg-surface">
            {product.size}
          </Badge>
        ) : null}
        {product.isSoldOut ? (
          <Badge tone="warning" className="absolute top-4 right-4">
            Sold out
          </Badge>
        ) : null}
      </div>
      <div className="flex flex-1 flex-col p-5 sm:p-6">
        <div className="flex items-start justify-between gap-3">
          <h3 id={headingId} className="wrap-anywhere text-lg leading-snug">
            {product.name}
          </h3>
          <p className="font-extrabold text-xl tabular-nums leading-snug">
            {formatPrice(product.price)}
          </p>
        </div>
        <p className="wrap-anywhere mt-2 text-muted text-sm">{product.description}</p>
        <p className="mt-auto flex items-center gap-2 pt-4 font-semibold text-aqua-ink text-sm">
          <RefreshCw aria-hidden className="size-4 shrink-0" />
          Subscribe &amp; Save {SUBSCRIPTION_DISCOUNT_PERCENT}% on recurring orders
        </p>
        <div className="mt-4 flex items-center gap-3">
          <QuantityStepper
            name={product.name}
            quantity={quantity}
            onChange={(by) =>
              setQuantity((before) => Math.min(MAX_QUANTITY, Math.max(0, before + by)))
            }
            canDecrease={quantity > 0}
            isDisabled={product.isSoldOut}
          />
          <Button
            onClick={add}
            disabled={quantity === 0 || product.isSoldOut}
            aria-describedby={headingId}
            className="flex-1 px-3"
          >
            Add to Cart
          </Button>
        </div>
      </div>
    </article>
  )
}
