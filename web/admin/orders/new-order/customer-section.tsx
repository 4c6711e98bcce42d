import type { UseFormReturn } from 'react-hook-form'
import type { PhoneOrderForm } from '#contract/staff/phone-orders.ts'
import { TextField } from '#web/shared/address/address-fields.tsx'
import { Alert } from '#web/ui/alert.tsx'
import { Button } from '#web/ui/button.tsx'
import { Field } from '#web/ui/form/field.tsx'
import { SearchSelect } from '#web/ui/form/search-select.tsx'
import { Section } from './section.tsx'
import type { CustomerSearch } from './use-customer.ts'

type CustomerSectionProps = { form: UseFormReturn<PhoneOrderForm>; customer: CustomerSearch }

export function CustomerSection({ form, customer }: CustomerSectionProps) {
  const isKnown = customer.selectedId !== ''
  return (
    <Section title="Customer">
      <Field label="Find customer" hint="For a new customer, enter the details below.">
        {(control) => (
          <SearchSelect
            {...control}
            options={customer.options.map(({ id, name, email, phone }) => ({
              value: id,
              label: name || email || 'Customer',
              detail: [name ? email : null, phone].filter(Boolean).join(' · '),
            }))}
            value={customer.selectedId}
            onValueChange={customer.select}
            placeholder="Search by name, phone or email"
            searchPlaceholder="Name, phone or email"
            searchText={customer.text}
            onSearchText={customer.setText}
            isBusy={customer.isBusy}
            onReachEnd={() => undefined}
            emptyText={customer.isFailed ? 'Failed to load customers' : 'No customers found'}
          />
        )}
      </Field>
      {customer.isDetailFailed ? (
        <Alert tone="warning">
          We couldn't load this customer's addresses. You can still enter one.
        </Alert>
      ) : null}
      <div className="grid grid-cols-2 gap-5 sm:grid-cols-6">
        <TextField form={form} name="customerName" label="Full name" autoComplete="off" />
        <TextField
          form={form}
          name="customerEmail"
          label="Email"
          type="email"
          autoComplete="off"
          readOnly={isKnown}
          className="col-span-2 sm:col-span-3"
        />
        <TextField
          form={form}
          name="customerPhone"
          label="Phone"
          type="tel"
          autoComplete="off"
          className="col-span-2 sm:col-span-3"
        />
      </div>
      {isKnown ? (
        <div>
          <Button variant="secondary" size="small" onClick={customer.clear}>
            Clear customer
          </Button>
        </div>
      ) : null}
    </Section>
  )
}
