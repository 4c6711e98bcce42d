import { FormDialog } from '#web/admin/form/form-dialog.tsx'
import type { KnownCustomer } from '#web/api/adapt/users.ts'
import { CustomerFields, useCustomerEdit } from './customer-edit.tsx'

type CustomerDialogProps = {
  customer: KnownCustomer
  refetchRow: (id: string) => Promise<KnownCustomer | undefined>
  onClose: () => void
}

export function CustomerDialog({ customer, refetchRow, onClose }: CustomerDialogProps) {
  const { form, submit, isPending, changes } = useCustomerEdit({
    customer,
    refetchRow,
    onDone: onClose,
  })
  return (
    <FormDialog
      title="Edit customer"
      description={<span className="wrap-anywhere">{customer.email}</span>}
      submitLabel="Save"
      isPending={isPending}
      changes={changes}
      onSubmit={submit}
      onClose={onClose}
    >
      <CustomerFields form={form} />
    </FormDialog>
  )
}
