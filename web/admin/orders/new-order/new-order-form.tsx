import { zodResolver } from '@hookform/resolvers/zod'
import { type KeyboardEvent, useState } from 'react'
import { useForm } from 'react-hook-form'
import { addDays } from '#contract/dates/calendar.ts'
import { lastPastCutoff, nextOpenDate } from '#contract/dates/shop-calendar.ts'
import { PhoneOrderForm, type PhoneOrderPlaced } from '#contract/staff/phone-orders.ts'
import { pageData } from '#web/api/page-data.ts'
import { Alert } from '#web/ui/alert.tsx'
import { CustomerSection } from './customer-section.tsx'
import { DeliverySection } from './delivery-section.tsx'
import { OrderTotal } from './order-total.tsx'
import { PaymentSection } from './payment-section.tsx'
import { ProductsSection } from './products-section.tsx'
import { useCustomer } from './use-customer.ts'
import { usePlacePhoneOrder } from './use-place-phone-order.ts'
import { useQuote } from './use-quote.ts'

type NewOrderFormProps = { onPlaced: (placed: PhoneOrderPlaced) => void }

/** The first date for which a pay link, the first way to pay, is not too late. */
function firstDate(today: string): string {
  const { calendar } = pageData().shop
  const late = lastPastCutoff(calendar, new Date())
  return nextOpenDate(calendar, addDays(late > today ? late : today, 1))
}

const emptyOrder = (today: string): PhoneOrderForm => ({
  customerName: '',
  customerEmail: '',
  customerPhone: '',
  deliveryAddress: '',
  deliveryCity: '',
  deliveryState: '',
  deliveryZip: '',
  deliveryDate: firstDate(today),
  deliveryInstructions: '',
  isRecurring: false,
  recurringFrequency: null,
  items: [],
  payment: 'link',
})

/** Keyboard first: Tab moves through the form, and Ctrl+Enter places the order from any field. */
export function NewOrderForm({ onPlaced }: NewOrderFormProps) {
  const form = useForm<PhoneOrderForm>({
    resolver: zodResolver(PhoneOrderForm),
    defaultValues: emptyOrder(pageData().today),
  })
  const customer = useCustomer(form)
  const quote = useQuote(form)
  const [conflict, setConflict] = useState<string>()
  const { place, isPending } = usePlacePhoneOrder({ form, quote, onPlaced, setConflict })
  const submit = form.handleSubmit((order) => place(order))

  /** Enter alone would place an order, or charge a card, from the middle of the form. */
  function onKeyDown(event: KeyboardEvent) {
    if (event.key !== 'Enter') return
    const isPlacing = event.ctrlKey || event.metaKey
    const isLine = event.target instanceof HTMLInputElement
    if (!isLine && !(isPlacing && event.target instanceof HTMLTextAreaElement)) return
    event.preventDefault()
    if (isPlacing) void submit()
  }

  return (
    <form
      noValidate
      aria-label="New order"
      onSubmit={submit}
      onKeyDown={onKeyDown}
      className="grid items-start gap-6 xl:grid-cols-[minmax(0,1fr)_22rem]"
    >
      <div className="flex min-w-0 flex-col gap-6">
        <CustomerSection form={form} customer={customer} />
        <ProductsSection form={form} />
        <DeliverySection
          form={form}
          addresses={customer.addresses}
          warning={quote.price?.warning}
        />
        <PaymentSection form={form} customer={customer} />
      </div>
      <div className="flex flex-col gap-4 xl:sticky xl:top-6">
        {conflict ? (
          <Alert urgent tone="warning">
            {conflict}
          </Alert>
        ) : null}
        <OrderTotal quote={quote} isPending={isPending} />
      </div>
    </form>
  )
}
