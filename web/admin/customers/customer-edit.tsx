import { zodResolver } from '@hookform/resolvers/zod'
import { type UseFormReturn, useForm } from 'react-hook-form'
import { CustomerForm } from '#contract/staff/staff.ts'
import { useEdit } from '#web/admin/form/use-edit.ts'
import type { KnownCustomer } from '#web/api/adapt/users.ts'
import { updateCustomer } from '#web/api/staff/staff.ts'
import { Field } from '#web/ui/form/field.tsx'
import { Input } from '#web/ui/form/input.tsx'

type CustomerEdit = {
  customer: KnownCustomer
  refetchRow: (id: string) => Promise<KnownCustomer | undefined>
  onDone: (saved: CustomerForm) => void
  isLive?: boolean
}

const toFormValues = ({ name, phone }: KnownCustomer) => ({ name: name ?? '', phone: phone ?? '' })

const toDisplayFields = ({ name, phone }: KnownCustomer) => ({
  Name: name ?? '',
  Phone: phone ?? '',
})

/** The customer form that the dialog and the panel share. */
export function useCustomerEdit({ customer, ...options }: CustomerEdit) {
  const form = useForm<CustomerForm>({
    resolver: zodResolver(CustomerForm),
    defaultValues: toFormValues(customer),
  })
  const edit = useEdit({
    ...options,
    row: customer,
    form,
    toFormValues,
    toDisplayFields,
    save: (values, editedRow) => updateCustomer(customer.id, values, editedRow),
    onDone: (saved) => {
      form.reset(saved)
      options.onDone(saved)
    },
    successMessage: 'Customer updated successfully',
    errorMessage: 'Failed to update customer',
  })
  return { form, ...edit }
}

export function CustomerFields({ form }: { form: UseFormReturn<CustomerForm> }) {
  const { errors } = form.formState
  return (
    <>
      <Field label="Name" error={errors.name?.message} className="col-span-full">
        {(control) => (
          <Input autoComplete="off" maxLength={200} {...control} {...form.register('name')} />
        )}
      </Field>
      <Field label="Phone" error={errors.phone?.message} className="col-span-full">
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
    </>
  )
}
