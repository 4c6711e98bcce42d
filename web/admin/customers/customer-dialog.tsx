import { zodResolver } from '@hookform/resolvers/zod'
import { useForm } from 'react-hook-form'
import { CustomerForm } from '#contract/staff.ts'
import { FormDialog } from '#web/admin/form/form-dialog.tsx'
import { useEdit } from '#web/admin/form/use-edit.ts'
import { type CustomerAnswer, updateCustomer } from '#web/api/staff.ts'
import { Field } from '#web/ui/field.tsx'
import { Input } from '#web/ui/input.tsx'

type CustomerDialogProps = {
  customer: CustomerAnswer
  findNow: (id: string) => Promise<CustomerAnswer | undefined>
  onClose: () => void
}

const formOf = ({ name, phone }: CustomerAnswer) => ({ name: name ?? '', phone: phone ?? '' })

const factsOf = ({ name, phone }: CustomerAnswer) => ({ Name: name ?? '', Phone: phone ?? '' })

export function CustomerDialog({ customer, findNow, onClose }: CustomerDialogProps) {
  const form = useForm<CustomerForm>({
    resolver: zodResolver(CustomerForm),
    defaultValues: formOf(customer),
  })
  const { submit, isPending, changes } = useEdit({
    row: customer,
    form,
    formOf,
    factsOf,
    save: (sent, seen) => updateCustomer(customer.id, sent, seen),
    findNow,
    onClose,
    done: 'Customer updated successfully',
    failed: 'Failed to update customer',
  })
  const { errors } = form.formState
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
      <Field label="Name" error={errors.name?.message}>
        {(control) => (
          <Input autoComplete="off" maxLength={200} {...control} {...form.register('name')} />
        )}
      </Field>
      <Field label="Phone" error={errors.phone?.message}>
        {(control) => (
          <Input
            type="tel"
            autoComplete="off"
            maxLength={40}
            {...control}
            {...form.register('phone')}
          />
        )}
      </Field>
    </FormDialog>
  )
}
