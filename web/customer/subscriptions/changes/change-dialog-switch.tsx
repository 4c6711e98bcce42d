import type { Subscription } from '#contract/subscriptions/subscriptions.ts'
import { AddressDialog } from './address-dialog.tsx'
import { FrequencyDialog } from './frequency-dialog.tsx'
import { MoveDialog } from './move-dialog.tsx'
import { PauseDialog, ResumeDialog } from './pause-dialog.tsx'
import { ExtraDialog, ProductsDialog } from './products-dialogs.tsx'
import { SkipDialog, UnskipDialog } from './skip-dialog.tsx'

const planDialogs = {
  products: ProductsDialog,
  frequency: FrequencyDialog,
  address: AddressDialog,
  pause: PauseDialog,
  resume: ResumeDialog,
} as const

const deliveryDialogs = {
  skip: SkipDialog,
  unskip: UnskipDialog,
  move: MoveDialog,
  extra: ExtraDialog,
} as const

/** The open dialog. Dialogs about a single delivery name its cycle. */
export type OpenDialog =
  | { type: keyof typeof planDialogs }
  | { type: keyof typeof deliveryDialogs; cycle: number }

type ChangeDialogSwitchProps = {
  subscription: Subscription
  dialog: OpenDialog
  onClose: () => void
}

export function ChangeDialogSwitch({ subscription, dialog, onClose }: ChangeDialogSwitchProps) {
  const props = { subscription, onClose }
  if (!('cycle' in dialog)) {
    const PlanDialog = planDialogs[dialog.type]
    return <PlanDialog {...props} />
  }
  const delivery = subscription.calendar.find(({ cycle }) => cycle === dialog.cycle)
  if (!delivery) return null
  const DeliveryDialog = deliveryDialogs[dialog.type]
  return <DeliveryDialog {...props} delivery={delivery} />
}
