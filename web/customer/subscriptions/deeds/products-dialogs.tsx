import { formatDate } from '#contract/calendar.ts'
import type { Delivery } from '#contract/subscriptions.ts'
import { DeedDialog, type DeedProps } from './deed-dialog.tsx'
import { ProductChoice } from './product-choice.tsx'
import { sameWish, useChosen } from './use-chosen.ts'

/** Quantities and products from the next delivery on. */
export function ProductsDialog(props: DeedProps) {
  const { items: before } = props.subscription
  const { items, choose } = useChosen(before)
  const isSame = sameWish(items, before)
  return (
    <DeedDialog
      {...props}
      title="Change products"
      description="For every delivery that can still be changed, and all that follow."
      deed={items.length > 0 && !isSame ? { do: 'change', items } : undefined}
      missing={isSame ? 'This is what comes now.' : 'A delivery needs at least one bottle.'}
      confirmLabel="Change products"
      keepLabel="Keep them"
      done="Products changed"
    >
      <ProductChoice items={items} onChoose={choose} canSwap />
    </DeedDialog>
  )
}

type ExtraDialogProps = DeedProps & { delivery: Delivery }

/** More for one delivery; the next one is as always. */
export function ExtraDialog({ delivery, ...props }: ExtraDialogProps) {
  const { cycle, date, extras } = delivery
  const { items, choose } = useChosen(extras)
  const isSame = sameWish(items, extras)
  return (
    <DeedDialog
      {...props}
      title="Add an extra"
      description={`Comes once, with the delivery on ${formatDate(date)}, at the same 15% off.`}
      deed={isSame ? undefined : { do: 'extra', cycle, items }}
      missing={extras.length > 0 ? 'These extras come now.' : 'Choose what to add.'}
      says={() => (items.length === 0 ? <p>The extras of this delivery are taken back.</p> : null)}
      confirmLabel={extras.length > 0 ? 'Change extras' : 'Add to this delivery'}
      keepLabel="Leave it"
      done={items.length > 0 ? 'Extra added' : 'Extras taken back'}
    >
      <ProductChoice items={items} onChoose={choose} />
    </DeedDialog>
  )
}
