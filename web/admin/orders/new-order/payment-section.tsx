import { Controller, type UseFormReturn } from 'react-hook-form'
import { lastPastCutoff } from '#contract/dates/shop-calendar.ts'
import {
  lateLinkMessage,
  type PhoneOrderForm,
  type PhonePayment,
} from '#contract/staff/phone-orders.ts'
import { useCan } from '#web/admin/layout/use-can.ts'
import { pageData } from '#web/api/page-data.ts'
import { RadioCards } from '#web/ui/form/radio-cards.tsx'
import { Section } from './section.tsx'
import type { CustomerSearch } from './use-customer.ts'

type PaymentSectionProps = { form: UseFormReturn<PhoneOrderForm>; customer: CustomerSearch }

/** Said before the order is placed: a call is often about today or tomorrow. */
function lateLink({ deliveryDate, isRecurring, payment }: Partial<PhoneOrderForm>) {
  const isByLink = isRecurring || payment === 'link'
  const isLate =
    deliveryDate && deliveryDate <= lastPastCutoff(pageData().shop.calendar, new Date())
  return isByLink && isLate ? lateLinkMessage(Boolean(isRecurring)) : undefined
}

type Option = { value: PhonePayment; label: string; hint: string }

/** Rule 38: only what the server would accept is offered. */
export function PaymentSection({ form, customer }: PaymentSectionProps) {
  const canCharge = useCan()('payments.charge')
  const isRecurring = form.watch('isRecurring')
  const deliveryDate = form.watch('deliveryDate')
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
            error={
              fieldState.error?.message ??
              lateLink({ deliveryDate, isRecurring, payment: field.value })
            }
          />
        )}
      />
    </Section>
  )
}
