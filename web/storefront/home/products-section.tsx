import { type ReactNode, useSyncExternalStore } from 'react'
import { failureText } from '#web/api/failures.ts'
import type { CartProduct } from '#web/storefront/cart/stored-cart.ts'
import { Button } from '#web/ui/button.tsx'
import { Spinner } from '#web/ui/spinner.tsx'
import { ProductCard, productCardHeight } from './product-card.tsx'
import { loadingList, productList } from './product-list.ts'

type ProductsSectionProps = { onAdd: (product: CartProduct, quantity: number) => void }

const gridClass = 'grid gap-5 sm:grid-cols-2 sm:gap-6 lg:grid-cols-3'

export function ProductsSection({ onAdd }: ProductsSectionProps) {
  return (
    <section
      id="products"
      tabIndex={-1}
      aria-labelledby="products-heading"
      className="bg-surface-soft outline-none"
    >
      <div className="mx-auto max-w-6xl px-4 py-16 sm:px-6 lg:py-20">
        <div className="mb-10 max-w-2xl">
          <h2 id="products-heading" className="text-3xl sm:text-4xl">
            Choose your water
          </h2>
          <p className="mt-3 text-lg text-muted">
            Three kinds of water, two sizes. Order once, or subscribe at checkout and save 15% on
            every delivery.
          </p>
        </div>
        <Products onAdd={onAdd} />
      </div>
    </section>
  )
}

function Products({ onAdd }: ProductsSectionProps) {
  // The prerendered page has no products, so hydration must start with the loading state.
  const list = useSyncExternalStore(productList.subscribe, productList.read, () => loadingList)

  if (list.status === 'loading') return <ProductsLoading />
  if (list.status === 'failed') {
    return (
      <Message title="We couldn't load the products" role="alert">
        <p className="text-muted">
          {failureText(list.error, 'Check your connection and try again.')}
        </p>
        <Button onClick={productList.retry}>Try again</Button>
      </Message>
    )
  }
  if (list.products.length === 0) {
    return (
      <Message title="No products available">
        <p className="text-muted">We're restocking. Check back soon.</p>
      </Message>
    )
  }
  return (
    <ul className={gridClass}>
      {list.products.map((product) => (
        <li key={product.id} className="flex">
          <ProductCard product={product} onAdd={onAdd} />
        </li>
      ))}
    </ul>
  )
}

/** As tall as two rows of cards, so that the layout does not shift when they load. */
function ProductsLoading() {
  return (
    <div className="relative">
      <div className={gridClass}>
        {[0, 1, 2, 3, 4, 5].map((card) => (
          <div
            key={card}
            className={`rounded-card border border-line bg-surface/60 ${productCardHeight}`}
          />
        ))}
      </div>
      <div className="absolute inset-x-0 top-24 flex justify-center">
        <Spinner label="Loading products" showLabel />
      </div>
    </div>
  )
}

function Message(props: { title: string; role?: 'alert'; children: ReactNode }) {
  return (
    <div
      {...(props.role && { role: props.role })}
      className="flex flex-col items-center gap-4 rounded-card border border-line bg-surface px-6 py-16 text-center shadow-card"
    >
      <h3 className="text-xl">{props.title}</h3>
      {props.children}
    </div>
  )
}
