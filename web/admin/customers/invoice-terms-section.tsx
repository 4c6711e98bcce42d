import { INVOICE_NET_DAYS } from '#contract/staff/staff.ts'
import { PanelSection } from '#web/admin/detail/panel-section.tsx'
import { useSave } from '#web/admin/form/use-save.ts'
import { useCan } from '#web/admin/layout/use-can.ts'
import type { KnownCustomer } from '#web/api/adapt/users.ts'
import { setInvoiceTerms } from '#web/api/staff/phone-orders.ts'
import { Field } from '#web/ui/form/field.tsx'
import { Select } from '#web/ui/form/select.tsx'

const NONE = 'none'
const netLabel = (days: number) => `Invoice, net ${days}`
const options = [
  { value: NONE, label: 'No invoices' },
  ...INVOICE_NET_DAYS.map((days) => ({ value: String(days), label: netLabel(days) })),
]

/** Rule 38: managers decide who may order by invoice. Others see it only if it is allowed. */
export function InvoiceTermsSection({ customer }: { customer: KnownCustomer }) {
  const { id, invoiceNetDays, version } = customer
  const canChange = useCan()('customers.terms')
  const { mutate, isPending } = useSave({
    save: (value: string) => {
      const netDays = INVOICE_NET_DAYS.find((days) => String(days) === value) ?? null
      return setInvoiceTerms(id, netDays, { version })
    },
    successMessage: 'Invoice terms updated',
    errorMessage: 'Failed to update invoice terms',
    onDone: () => undefined,
  })
  if (!canChange) {
    return invoiceNetDays === null ? null : (
      <PanelSection title="Invoice terms">
        <p>{netLabel(invoiceNetDays)}</p>
      </PanelSection>
    )
  }
  return (
    <PanelSection title="Invoice terms">
      <Field
        label="Payment by invoice"
        hint={
          invoiceNetDays === null
            ? undefined
            : 'Without it, subscriptions on invoice ask for a card with their next delivery.'
        }
      >
        {(control) => (
          <Select
            {...control}
            options={options}
            value={invoiceNetDays === null ? NONE : String(invoiceNetDays)}
            onValueChange={(value) => mutate(value)}
            disabled={isPending}
          />
        )}
      </Field>
    </PanelSection>
  )
}
