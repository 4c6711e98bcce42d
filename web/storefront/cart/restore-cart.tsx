import { RotateCcw, X } from 'lucide-react'
import { buttonClass } from '#web/ui/button.tsx'
import { cart } from './cart-store.ts'

/**
 * Offers to restore the cart of an earlier session. It appears after hydration, so it floats below
 * the header to avoid a layout shift.
 */
export function RestoreCart() {
  return (
    <aside
      aria-label="Your last cart"
      className="sticky top-26 z-30 h-0 animate-fade-in px-4 sm:top-16 sm:px-6"
    >
      <div className="mx-auto flex max-w-6xl justify-end pt-3">
        <div className="flex items-center rounded-control border border-line bg-surface shadow-raised">
          <button
            type="button"
            onClick={() => cart.restore()}
            className={buttonClass('ghost', 'medium', 'pl-4 text-action')}
          >
            <RotateCcw aria-hidden className="size-4" />
            Restore your cart
          </button>
          <button
            type="button"
            aria-label="Dismiss"
            onClick={() => cart.clearLastCart()}
            className={buttonClass('ghost', 'icon', 'text-muted')}
          >
            <X aria-hidden className="size-4" />
          </button>
        </div>
      </div>
    </aside>
  )
}
