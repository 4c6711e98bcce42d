import { Suspense, useCallback, useEffect, useRef, useState } from 'react'
import { PageFrame } from '#web/shared/page-frame.tsx'
import { Preloaded, preloadable } from '#web/shared/preloadable.tsx'
import { staticSection } from '#web/shared/static-section.tsx'
import { usePreloadOnInteraction } from '#web/shared/use-preload-on-interaction.ts'
import { CartButton } from '#web/storefront/cart/cart-button.tsx'
import { cart, itemCount } from '#web/storefront/cart/cart-store.ts'
import type { CartProduct } from '#web/storefront/cart/stored-cart.ts'
import { useCart, useCartSync } from '#web/storefront/cart/use-cart.ts'
import { toast } from '#web/ui/overlay/use-toast.ts'
import { popCheckoutProblem } from './checkout-problem.ts'
import { ProductsSection } from './products-section.tsx'
import { ScrollButton } from './scroll-button.tsx'
import { TrackedOrder } from './tracked-order.tsx'

const cartPanel = preloadable(() =>
  import('#web/storefront/cart/cart-panel.tsx').then((module) => module.CartPanel),
)

// Shown without a click. If its code cannot be loaded, the page works without it.
const restoreCart = preloadable(() =>
  import('#web/storefront/cart/restore-cart.tsx').then(
    (module) => module.RestoreCart,
    () => () => null,
  ),
)

const sectionCode = (['Hero', 'Benefits', 'HowItWorks', 'SameDayBand', 'SiteFooter'] as const).map(
  (name) => preloadable(() => import('./static-sections.ts').then((sections) => sections[name])),
)
const [hero, benefits, howItWorks, sameDayBand, footer] = sectionCode.map(staticSection)

/** Only the served home page shows its sections without their code. */
export const loadSections = () => Promise.all(sectionCode.map(({ load }) => load()))

export default function HomePage() {
  const [isCartOpen, setIsCartOpen] = useState(false)
  const cartButton = useRef<HTMLButtonElement>(null)
  const isPanelLoaded = usePreloadOnInteraction(cartPanel)
  const { lines, restorable } = useCart()
  useCartSync()
  useEffect(showCheckoutProblem, [])

  const addToCart = useCallback((product: CartProduct, quantity: number) => {
    cart.add(product, quantity)
    setIsCartOpen(true)
  }, [])

  return (
    <PageFrame
      nav={
        <>
          <ScrollButton to="products">Products</ScrollButton>
          <ScrollButton to="how-it-works">How It Works</ScrollButton>
        </>
      }
      actions={
        <CartButton ref={cartButton} count={itemCount(lines)} onClick={() => setIsCartOpen(true)} />
      }
      notice={
        restorable.length > 0 && (
          <Suspense fallback={null}>
            <Preloaded code={restoreCart} props={{}} />
          </Suspense>
        )
      }
      footer={footer}
    >
      {hero}
      {benefits}
      <ProductsSection onAdd={addToCart} />
      {howItWorks}
      {sameDayBand}
      {isPanelLoaded || isCartOpen ? (
        <Suspense fallback={null}>
          <Preloaded
            code={cartPanel}
            props={{
              open: isCartOpen,
              onOpenChange: setIsCartOpen,
              returnFocus: () => cartButton.current?.focus(),
            }}
          />
        </Suspense>
      ) : null}
      <TrackedOrder />
    </PageFrame>
  )
}

/** Shows why checkout redirected the buyer to the home page. */
function showCheckoutProblem() {
  const description = popCheckoutProblem()
  if (description) toast({ title: 'Checkout unavailable', description, variant: 'destructive' })
}
