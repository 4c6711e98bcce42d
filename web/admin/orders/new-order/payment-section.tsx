import { Controller, type UseFormReturn } from 'react-hook-form'
import type { PhoneOrderForm, PhonePayment } from '#contract/staff/phone-orders.ts'
import { useCan } from '#web/admin/layout/use-can.ts'
import { RadioCards } from '#web/ui/form/radio-cards.tsx'
import { Section } from './section.tsx'
import type { CustomerSearch } from './use-customer.ts'

type PaymentSectionProps = { form: UseFormReturn<PhoneOrderForm>; customer: CustomerSearch }

type Option = { value: PhonePayment; label: string; hint: string }

/** Rule 38: only what the server would accept is offered. */
export function PaymentSection({ form, customer }: PaymentSectionProps) {
  const canCharge = useCan()('payments.charge')
  const isRecurring = form.watch('isRecurring')
  const { hasSavedCard, invoiceNetDays } = customer
  const options: Option[] = [
    {
      value: 'link',
      label: 'Pay link',
      hint: 'We email a link. It works for 7 days, or until the change deadline.',
    },
  ]
  if (!isRecurring) {
    if (hasSavedCard && canCharge) {
      options.push({ value: 'saved_card', label: 'Saved card', hint: 'We charge it now.' })
    }
    options.push({
      value: 'on_delivery',
      label: 'On delivery',
      hint: 'The customer pays the driver in cash or by check.',
    })
  }
  if (invoiceNetDays !== null) {
    const hint = isRecurring
      ? 'We email a link to accept the terms. Then we invoice each delivery, without a card.'
      : `Due ${invoiceNetDays} days from today.`
    options.push({ value: 'invoice', label: `Invoice, net ${invoiceNetDays}`, hint })
  }
  return (
    <Section title="Payment">
      <Controller
        control={form.control}
        name="payment"
        render={({ field, fieldState }) => (
          <RadioCards
            legend="How will the customer pay?"
            options={options}
            value={options.some(({ value }) => value === field.value) ? field.value : ''}
            onChange={(payment) => {
              field.onChange(payment)
              form.clearErrors('payment')
            }}
            error={fieldState.error?.message}
          />
        )}
      />
    </Section>
  )
}
