import { formatDate } from '#contract/dates/calendar.ts'
import type { Delivery } from '#contract/subscriptions/subscriptions.ts'
import { ChangeDialog, type ChangeProps } from './change-dialog.tsx'
import { ProductPicker } from './product-picker.tsx'
import { sameItems, useSelectedItems } from './use-selected-items.ts'

/** Changes products and quantities from the next editable delivery on. */
export function ProductsDialog(props: ChangeProps) {
  const { items: current } = props.subscription
  const { items, setQuantity } = useSelectedItems(current)
  const isSame = sameItems(items, current)
  return (
    <ChangeDialog
      {...props}
      title="Change products"
      description="Applies to all upcoming deliveries that can still be changed."
      change={items.length > 0 && !isSame ? { type: 'change', items } : undefined}
      incompleteText={isSame ? 'These are your current products.' : 'Add at least one bottle.'}
      confirmLabel="Change products"
      dismissLabel="Keep products"
      successMessage="Products updated"
    >
      <ProductPicker items={items} current={current} onSelect={setQuantity} canSwap />
    </ChangeDialog>
  )
}

type ExtraDialogProps = ChangeProps & { delivery: Delivery }

/** Adds one-time items to a single delivery. */
export function ExtraDialog({ delivery, ...props }: ExtraDialogProps) {
  const { cycle, date, oneTimeItems } = delivery
  const { items, setQuantity } = useSelectedItems(oneTimeItems)
  const isSame = sameItems(items, oneTimeItems)
  const hasItems = oneTimeItems.length > 0
  return (
    <ChangeDialog
      {...props}
      title="Add items to this delivery"
      description={`We'll add these to the delivery on ${formatDate(date)} only, at the same 15% discount.`}
      change={isSame ? undefined : { type: 'extra', cycle, items }}
      incompleteText={hasItems ? 'These are your current extra items.' : 'Choose items to add.'}
      describeEffect={() =>
        items.length === 0 ? <p>We'll remove the extra items from this delivery.</p> : null
      }
      confirmLabel={hasItems ? 'Update items' : 'Add items'}
      successMessage={items.length > 0 ? 'Items added' : 'Items removed'}
    >
      <ProductPicker items={items} current={oneTimeItems} onSelect={setQuantity} />
    </ChangeDialog>
  )
}
