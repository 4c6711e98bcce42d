import { Suspense, useCallback, useEffect, useRef, useState } from 'react'
import { LatePart, late } from '#web/shared/late.tsx'
import { PageFrame } from '#web/shared/page-frame.tsx'
import { servedPart } from '#web/shared/served-part.tsx'
import { useLoadedForPeople } from '#web/shared/use-loaded-for-people.ts'
import { CartButton } from '#web/storefront/cart/cart-button.tsx'
import { cart, itemCount } from '#web/storefront/cart/cart-store.ts'
import { RestoreCart } from '#web/storefront/cart/restore-cart.tsx'
import type { CartProduct } from '#web/storefront/cart/stored-cart.ts'
import { useCart, useOtherTabs } from '#web/storefront/cart/use-cart.ts'
import { toast } from '#web/ui/overlay/use-toast.ts'
import { takeCheckoutProblem } from './checkout-problem.ts'
import { Hero } from './hero.tsx'
import { ProductsSection } from './products-section.tsx'
import { ScrollButton } from './scroll-button.tsx'
import { TrackedOrder } from './tracked-order.tsx'

const cartPanel = late(() =>
  import('#web/storefront/cart/cart-panel.tsx').then((module) => module.CartPanel),
)

const claims = servedPart(() => import('./claims.tsx').then((module) => module.Claims))
const howItWorks = servedPart(() =>
  import('./how-it-works.tsx').then((module) => module.HowItWorks),
)
const sameDayBand = servedPart(() =>
  import('./same-day-band.tsx').then((module) => module.SameDayBand),
)
const footer = servedPart(() =>
  import('#web/shared/site-footer.tsx').then((module) => module.SiteFooter),
)

export default function HomePage() {
  const [isCartOpen, setIsCartOpen] = useState(false)
  const cartButton = useRef<HTMLButtonElement>(null)
  const isPanelLoaded = useLoadedForPeople(cartPanel)
  const { lines } = useCart()
  useOtherTabs()
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
      notice={<RestoreCart />}
      footer={footer}
    >
      <Hero />
      {claims}
      <ProductsSection onAdd={addToCart} />
      {howItWorks}
      {sameDayBand}
      {isPanelLoaded || isCartOpen ? (
        <Suspense fallback={null}>
          <LatePart
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

/** Says why the checkout sent the buyer back here. */
function showCheckoutProblem() {
  const description = takeCheckoutProblem()
  if (description) toast({ title: 'Checkout unavailable', description, variant: 'destructive' })
}
