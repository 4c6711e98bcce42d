import { zodResolver } from '@hookform/resolvers/zod'
import { ArrowLeft } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useForm } from 'react-hook-form'
import { DeliveryForm } from '#contract/checkout.ts'
import { farDateMessage, latestOrderDate } from '#contract/dates/date-limits.ts'
import { earliestDelivery, shopDate } from '#contract/dates/shop-calendar.ts'
import { amountDueCents } from '#contract/pricing.ts'
import { pageData } from '#web/api/page-data.ts'
import { paths } from '#web/paths.ts'
import { CardFields } from '#web/shared/card/card-fields.tsx'
import type { CardControls } from '#web/shared/card/card-form.ts'
import { closedDateError } from '#web/shared/orders/closed-dates.ts'
import { PageShell } from '#web/shared/page-shell.tsx'
import { useAppNavigate } from '#web/shared/use-app-navigate.ts'
import type { CartLine } from '#web/storefront/cart/stored-cart.ts'
import { Button } from '#web/ui/button.tsx'
import { CheckoutDates } from './checkout-dates.tsx'
import { summaryLines } from './checkout-order.ts'
import { DeliveryInformation } from './delivery-information.tsx'
import { DeliverySchedule } from './delivery-schedule.tsx'
import { OrderNotice } from './order-notice.tsx'
import { OrderReview } from './order-review.tsx'
import { PaymentInformation } from './payment-information.tsx'
import { QuoteStatus } from './quote-status.tsx'
import { RecurringConsent } from './recurring-consent.tsx'
import { readSavedForm, saveForm } from './saved-form.ts'
import type { StartedCheckout } from './start-cart-payment.ts'
import { useCheckoutCredit } from './use-checkout-credit.ts'
import { usePlaceOrder } from './use-place-order.ts'
import { useQuote } from './use-quote.ts'

type CheckoutFormProps = {
  lines: readonly CartLine[]
  setLines: (lines: readonly CartLine[]) => void
  started: StartedCheckout
}

export function CheckoutForm({ lines, setLines, started }: CheckoutFormProps) {
  const { form, earliestDate } = useDeliveryForm()
  const [card, setCard] = useState<CardControls>()
  const [isRecurring, frequency, deliveryDate] = form.watch([
    'isRecurring',
    'recurringFrequency',
    'deliveryDate',
  ])
  const [customerEmail, deliveryState, deliveryZip] = form.watch([
    'customerEmail',
    'deliveryState',
    'deliveryZip',
  ])
  const quote = useQuote(lines, {
    isRecurring,
    deliveryDate,
    customerEmail,
    deliveryState,
    deliveryZip,
  })
  const { price } = quote
  const { submit, isProcessing, notice, removeUnavailable } = usePlaceOrder({
    form,
    lines,
    setLines,
    totalCents: price.totalCents,
    started,
  })
  const { totalCents } = price
  const creditCents = useCheckoutCredit({ email: customerEmail, totalCents, isRecurring })
  const dueCents = amountDueCents({ totalCents, creditCents })
  const isCovered = creditCents > 0 && dueCents === 0

  const onSubmit = form.handleSubmit(
    async (delivery) => {
      if (card || isCovered)
        await submit(delivery, { card: isCovered ? undefined : card, creditCents })
    },
    // Shows all errors at once; the focus moves to the first invalid field of the page.
    async () => {
      if (!isCovered) await card?.check({ focus: false })
    },
  )

  return (
    <PageShell mainClassName="bg-surface-soft">
      <div className="mx-auto max-w-6xl px-4 pt-4 pb-16 sm:px-6">
        <BackToShopping />
        <h1 className="mt-2 mb-6 text-3xl sm:text-4xl">Checkout</h1>
        <form
          noValidate
          onSubmit={onSubmit}
          className="grid items-start gap-6 lg:grid-cols-[minmax(0,1fr)_24rem]"
        >
          <div className="flex min-w-0 flex-col gap-6">
            <DeliveryInformation form={form} />
            <DeliverySchedule form={form} earliestDate={earliestDate}>
              <CheckoutDates form={form} lines={lines} hasZones={started.hasZones === true} />
            </DeliverySchedule>
            <PaymentInformation>
              {isCovered ? (
                <p>Your account credit pays for this order. You don't need a card.</p>
              ) : (
                <CardFields amountCents={dueCents} saveCard={isRecurring} onReady={setCard} />
              )}
            </PaymentInformation>
          </div>
          <OrderReview
            lines={summaryLines(lines)}
            price={{ ...price, creditCents }}
            button={{
              label: 'Place Order',
              isProcessing,
              // An incomplete address is reported when the form is submitted.
              isReady:
                (card !== undefined || isCovered) && /^(final|incomplete)$/.test(quote.status),
            }}
          >
            {quote.status === 'final' ? null : <QuoteStatus {...quote} />}
            {notice ? (
              <OrderNotice
                notice={notice}
                totalCents={price.totalCents}
                onRemove={removeUnavailable}
              />
            ) : null}
            {isRecurring ? (
              <RecurringConsent
                totalCents={price.totalCents}
                frequency={frequency}
                deliveryDate={deliveryDate}
              />
            ) : null}
          </OrderReview>
        </form>
      </div>
    </PageShell>
  )
}

function BackToShopping() {
  const go = useAppNavigate()
  return (
    <Button variant="ghost" className="-ml-3 px-3" onClick={() => go(paths.home())}>
      <ArrowLeft aria-hidden className="size-4" />
      Back to Shopping
    </Button>
  )
}

function useDeliveryForm() {
  const { calendar } = pageData().shop
  const [earliestDate] = useState(() => earliestDelivery(calendar, new Date()))
  const form = useForm<DeliveryForm>({
    resolver: zodResolver(deliverySchema(() => earliestDelivery(calendar, new Date()))),
    defaultValues: readSavedForm(earliestDate),
  })

  useEffect(
    () =>
      form.subscribe({
        formState: { values: true },
        callback: ({ values }) => saveForm(values),
      }),
    [form],
  )
  return { form, earliestDate }
}

/** Computes the limits on each validation, because the page may stay open past midnight. */
function deliverySchema(earliest: () => string) {
  const latest = () => latestOrderDate(shopDate(pageData().shop.calendar, new Date()))
  return DeliveryForm.extend({
    deliveryDate: DeliveryForm.shape.deliveryDate
      .refine((date) => date >= earliest(), 'Please select a delivery date')
      .refine((date) => !closedDateError(date), {
        error: ({ input }) => closedDateError(input as string),
      })
      .refine((date) => date <= latest(), { error: () => farDateMessage(latest()) }),
  })
}
