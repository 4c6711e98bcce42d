import { formatDate } from '#contract/dates/calendar.ts'
import type { Delivery } from '#contract/subscriptions/subscriptions.ts'
import { ChangeDialog, type ChangeProps } from './change-dialog.tsx'
import { ProductPicker } from './product-picker.tsx'
import { sameItems, useSelectedItems } from './use-selected-items.ts'

/** Quantities and products from the next delivery on. */
export function ProductsDialog(props: ChangeProps) {
  const { items: before } = props.subscription
  const { items, choose } = useSelectedItems(before)
  const isSame = sameItems(items, before)
  return (
    <ChangeDialog
      {...props}
      title="Change products"
      description="For every delivery that can still be changed, and all that follow."
      change={items.length > 0 && !isSame ? { type: 'change', items } : undefined}
      incompleteText={isSame ? 'This is what comes now.' : 'A delivery needs at least one bottle.'}
      confirmLabel="Change products"
      dismissLabel="Keep them"
      successMessage="Products changed"
    >
      <ProductPicker items={items} onChoose={choose} canSwap />
    </ChangeDialog>
  )
}

type ExtraDialogProps = ChangeProps & { delivery: Delivery }

/** More for one delivery; the next one is as always. */
export function ExtraDialog({ delivery, ...props }: ExtraDialogProps) {
  const { cycle, date, oneTimeItems: extras } = delivery
  const { items, choose } = useSelectedItems(extras)
  const isSame = sameItems(items, extras)
  return (
    <ChangeDialog
      {...props}
      title="Add an extra"
      description={`Comes once, with the delivery on ${formatDate(date)}, at the same 15% off.`}
      change={isSame ? undefined : { type: 'extra', cycle, items }}
      incompleteText={extras.length > 0 ? 'These extras come now.' : 'Choose what to add.'}
      describeEffect={() =>
        items.length === 0 ? <p>The extras of this delivery are taken back.</p> : null
      }
      confirmLabel={extras.length > 0 ? 'Change extras' : 'Add to this delivery'}
      dismissLabel="Leave it"
      successMessage={items.length > 0 ? 'Extra added' : 'Extras taken back'}
    >
      <ProductPicker items={items} onChoose={choose} />
    </ChangeDialog>
  )
}
