import { Droplets, Trash2 } from 'lucide-react'
import { formatCents } from '#contract/money.ts'
import { pageRoutes } from '#contract/pages.ts'
import { MAX_QUANTITY } from '#contract/pricing-limits.ts'
import { pageData } from '#web/api/page-data.ts'
import { formatPrice } from '#web/shared/money.ts'
import { ProductImage } from '#web/shared/product-image.tsx'
import { QuantityStepper } from '#web/shared/quantity-stepper.tsx'
import { useAppNavigate } from '#web/shared/use-app-navigate.ts'
import { Button } from '#web/ui/button.tsx'
import { Sheet } from '#web/ui/overlay/sheet.tsx'
import { toast } from '#web/ui/overlay/use-toast.ts'
import { cart } from './cart-store.ts'
import { subtotalCents } from './cart-subtotal.ts'
import type { CartLine } from './stored-cart.ts'
import { useCart } from './use-cart.ts'

type CartPanelProps = {
  open: boolean
  onOpenChange: (open: boolean) => void
  /** Moves the focus after closing, because the button that opened the panel may be disabled. */
  returnFocus: () => void
}

export function CartPanel({ open, onOpenChange, returnFocus }: CartPanelProps) {
  const { lines } = useCart()
  const go = useAppNavigate()

  function proceed() {
    if (cart.startCheckout()) {
      onOpenChange(false)
      go(pageRoutes.checkout)
      return
    }
    toast({
      variant: 'destructive',
      title: "We couldn't start checkout",
      description: 'Your browser is blocking site data. Allow it for this site, then try again.',
    })
  }

  return (
    <Sheet
      open={open}
      onOpenChange={onOpenChange}
      onCloseAutoFocus={returnFocus}
      title="Shopping Cart"
      footer={lines.length > 0 ? <CartFooter lines={lines} onProceed={proceed} /> : null}
    >
      {lines.length > 0 ? (
        <ul className="-my-5 divide-y divide-line">
          {lines.map((line) => (
            <CartRow key={line.product.id} line={line} />
          ))}
        </ul>
      ) : (
        <div className="flex h-full flex-col items-center justify-center gap-2 py-16 text-center">
          <span className="mb-2 flex size-16 items-center justify-center rounded-full bg-aqua-soft text-aqua-ink">
            <Droplets aria-hidden className="size-7" />
          </span>
          <p className="font-bold text-lg">Your cart is empty</p>
          <p className="text-muted">Add some water bottles to get started!</p>
        </div>
      )}
    </Sheet>
  )
}

function CartRow({ line: { product, quantity } }: { line: CartLine }) {
  return (
    <li className="flex gap-4 py-5">
      <div className="flex h-24 w-18 shrink-0 items-center justify-center rounded-control bg-surface-soft p-1.5">
        <ProductImage
          imageUrl={product.imageUrl}
          name={product.name}
          sizes="72px"
          className="size-full"
        />
      </div>
      <div className="flex min-w-0 flex-1 flex-col gap-2">
        <div className="flex items-start justify-between gap-2">
          <div className="min-w-0">
            <p className="wrap-anywhere font-semibold leading-snug">{product.name}</p>
            <p className="text-muted text-sm">{formatPrice(product.price)} each</p>
          </div>
          <Button
            variant="ghost"
            size="icon"
            aria-label={`Remove ${product.name}`}
            onClick={() => cart.remove(product.id)}
            className="-mt-2 -mr-2 text-muted"
          >
            <Trash2 aria-hidden className="size-4.5" />
          </Button>
        </div>
        <div className="flex items-center justify-between gap-3">
          <QuantityStepper
            name={product.name}
            quantity={quantity}
            onChange={(by) => cart.changeQuantity(product.id, by)}
            canDecrease
          />
          <p className="font-bold tabular-nums">
            {formatCents(subtotalCents([{ product, quantity }]))}
          </p>
        </div>
        {quantity >= MAX_QUANTITY ? (
          <p className="text-muted text-sm">
            That's the limit for one order. Need more? Call {pageData().shop.phone}.
          </p>
        ) : null}
      </div>
    </li>
  )
}

function CartFooter({ lines, onProceed }: { lines: readonly CartLine[]; onProceed: () => void }) {
  const total = formatCents(subtotalCents(lines))
  return (
    <div className="flex flex-col gap-4">
      <dl className="grid grid-cols-[1fr_auto] gap-y-2 text-[0.9375rem]">
        <dt className="text-muted">Subtotal</dt>
        <dd className="text-right font-semibold tabular-nums">{total}</dd>
        <dt className="text-muted">Delivery</dt>
        <dd className="text-right font-semibold text-success">FREE</dd>
        <dt className="border-line border-t pt-3 font-bold text-lg">Total</dt>
        <dd className="border-line border-t pt-3 text-right font-bold text-lg tabular-nums">
          {total}
        </dd>
      </dl>
      <Button size="large" onClick={onProceed}>
        Proceed to Checkout
      </Button>
    </div>
  )
}
