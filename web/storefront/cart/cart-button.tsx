import { ShoppingCart } from 'lucide-react'
import type { Ref } from 'react'
import { buttonClass } from '#web/ui/button.tsx'

type CartButtonProps = { count: number; onClick: () => void; ref: Ref<HTMLButtonElement> }

export function CartButton({ count, onClick, ref }: CartButtonProps) {
  return (
    <button
      ref={ref}
      type="button"
      onClick={onClick}
      aria-haspopup="dialog"
      className={buttonClass('ghost', 'icon', 'relative')}
    >
      <ShoppingCart aria-hidden className="size-5.5" />
      <span className="sr-only">Cart</span>
      {count > 0 ? (
        <>
          <span className="absolute top-0 right-0 flex h-5 min-w-5 items-center justify-center rounded-full bg-action px-1 font-bold text-on-action text-xs tabular-nums">
            {count}
          </span>
          <span className="sr-only">{count === 1 ? 'item' : 'items'}</span>
        </>
      ) : null}
    </button>
  )
}
