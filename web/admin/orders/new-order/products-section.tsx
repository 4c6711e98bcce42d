import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { type UseFormReturn, useWatch } from 'react-hook-form'
import { MAX_QUANTITY } from '#contract/pricing-limits.ts'
import type { PhoneOrderForm } from '#contract/staff/phone-orders.ts'
import type { KnownProduct } from '#web/api/adapt/product.ts'
import { productsQuery } from '#web/api/catalog.ts'
import { formatPrice } from '#web/shared/money.ts'
import { Alert } from '#web/ui/alert.tsx'
import { Button } from '#web/ui/button.tsx'
import { Input } from '#web/ui/form/input.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { Section } from './section.tsx'

/** A quantity for each product of the shop. */
export function ProductsSection({ form }: { form: UseFormReturn<PhoneOrderForm> }) {
  const { data: products, error, refetch } = useQuery(productsQuery)
  const problem = form.formState.errors.items?.message ?? form.formState.errors.items?.root?.message
  return (
    <Section title="Products">
      {products ? <Quantities form={form} products={products} /> : null}
      {!products && !error ? (
        <div role="status" aria-busy aria-label="Loading products" className="flex flex-col gap-3">
          <Skeleton className="h-11" />
          <Skeleton className="h-11" />
        </div>
      ) : null}
      {!products && error ? (
        <Alert
          tone="danger"
          title="Failed to load products"
          action={
            <Button size="small" variant="secondary" onClick={() => void refetch()}>
              Try again
            </Button>
          }
        />
      ) : null}
      <div aria-live="polite">
        {problem ? <p className="font-medium text-danger text-sm">{problem}</p> : null}
      </div>
    </Section>
  )
}

type QuantitiesProps = {
  form: UseFormReturn<PhoneOrderForm>
  products: readonly KnownProduct[]
}

function Quantities({ form, products }: QuantitiesProps) {
  const items = useWatch({ control: form.control, name: 'items' })
  if (products.length === 0) return <p className="text-muted">The shop has no products yet.</p>

  function setQuantity(productId: string, entered: string) {
    const quantity = Math.min(Math.max(Math.trunc(Number(entered)) || 0, 0), MAX_QUANTITY)
    const others = items.filter((item) => item.productId !== productId)
    const next = quantity > 0 ? [...others, { productId, quantity }] : others
    const position = (id: string) => products.findIndex((product) => product.id === id)
    next.sort((a, b) => position(a.productId) - position(b.productId))
    form.setValue('items', next, { shouldValidate: form.formState.isSubmitted })
  }

  return (
    <ul className="flex flex-col divide-y divide-line">
      {products.map((product) => (
        <QuantityRow
          key={product.id}
          product={product}
          quantity={items.find(({ productId }) => productId === product.id)?.quantity ?? 0}
          onChange={(entered) => setQuantity(product.id, entered)}
        />
      ))}
    </ul>
  )
}

type QuantityRowProps = {
  product: KnownProduct
  quantity: number
  onChange: (entered: string) => void
}

function QuantityRow({ product, quantity, onChange }: QuantityRowProps) {
  const id = useId()
  return (
    <li className="flex items-center justify-between gap-4 py-2.5 first:pt-0 last:pb-0">
      <label htmlFor={id} className="min-w-0">
        <span className="wrap-anywhere block font-semibold">{product.name}</span>
        <span className="text-muted text-sm">
          {product.isSoldOut ? 'Sold out' : formatPrice(product.price)}
        </span>
      </label>
      <div className="w-24 shrink-0">
        <Input
          id={id}
          type="number"
          inputMode="numeric"
          min={0}
          max={MAX_QUANTITY}
          disabled={product.isSoldOut}
          value={quantity === 0 ? '' : quantity}
          placeholder="0"
          onChange={(event) => onChange(event.target.value)}
          className="text-right tabular-nums"
        />
      </div>
    </li>
  )
}
