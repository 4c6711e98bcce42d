import { zodResolver } from '@hookform/resolvers/zod'
import { useForm } from 'react-hook-form'
import { Address } from '#contract/subscriptions/subscriptions.ts'
import { AddressFields, TextField } from '#web/shared/address/address-fields.tsx'
import { ChangeDialog, type ChangeProps } from './change-dialog.tsx'

const half = 'col-span-2 sm:col-span-3'

export function AddressDialog(props: ChangeProps) {
  const { subscription } = props
  const form = useForm<Address>({
    resolver: zodResolver(Address),
    mode: 'onChange',
    defaultValues: {
      customerName: subscription.customerName ?? '',
      customerPhone: subscription.customerPhone ?? '',
      deliveryAddress: subscription.deliveryAddress ?? '',
      deliveryCity: subscription.deliveryCity,
      deliveryState: subscription.deliveryState,
      deliveryZip: subscription.deliveryZip,
    },
  })
  const { isDirty } = form.formState
  const address = Address.safeParse(form.watch())
  const isChanged = isDirty && address.success
  return (
    <ChangeDialog
      {...props}
      title="Change address"
      description="Applies to all upcoming deliveries that can still be changed."
      change={isChanged ? { type: 'change', address: address.data } : undefined}
      incompleteText={
        isDirty ? 'Complete the address to continue.' : 'This is your current address.'
      }
      describeEffect={(after) => (
        <p>
          We'll deliver to {after.deliveryAddress}, {after.deliveryCity}, {after.deliveryState}{' '}
          {after.deliveryZip}.
        </p>
      )}
      confirmLabel="Change address"
      dismissLabel="Keep address"
      successMessage="Address updated"
    >
      <div className="grid grid-cols-2 gap-x-4 gap-y-4 sm:grid-cols-6">
        <TextField
          form={form}
          name="customerName"
          label="Full Name"
          autoComplete="name"
          className={half}
        />
        <TextField
          form={form}
          name="customerPhone"
          label="Phone"
          type="tel"
          autoComplete="tel"
          className={half}
        />
        <AddressFields form={form} />
      </div>
    </ChangeDialog>
  )
}
