import { useState } from 'react'
import { cardConsent } from '#contract/subscriptions/consent.ts'
import type { KnownOrder } from '#web/api/adapt/order.ts'
import { CardFields } from '#web/shared/card/card-fields.tsx'
import type { CardControls } from '#web/shared/card/card-form.ts'
import { orderView } from '#web/shared/orders/order-view.ts'
import { OrderReview } from '#web/storefront/checkout/order-review.tsx'
import { RecurringConsent } from '#web/storefront/checkout/recurring-consent.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { Card, CardBody, CardHeader, CardTitle } from '#web/ui/card.tsx'
import { Checkbox } from '#web/ui/form/checkbox.tsx'
import { DeliveryNote } from './delivery-note.tsx'
import { usePayOrder } from './use-pay-order.ts'

export function PayForm({ order }: { order: KnownOrder }) {
  const view = orderView(order)
  const [card, setCard] = useState<CardControls>()
  const [isCardSaved, setIsCardSaved] = useState(true)
  const saveCard = order.canSaveCard ? isCardSaved : undefined
  // Account credit pays the rest.
  const dueCents = view.price.totalCents - (view.price.creditCents ?? 0)
  const { pay, isProcessing } = usePayOrder(order.id, dueCents, saveCard)
  return (
    <>
      <h1 className="text-3xl sm:text-4xl">Pay for your order</h1>
      <p className="mt-3 mb-6 flex flex-wrap items-center gap-2 text-muted">
        Order number
        <Badge tone="info" className="px-3 py-1 tabular-nums">
          {view.number}
        </Badge>
      </p>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          void pay(card)
        }}
        className="grid items-start gap-6 lg:grid-cols-[minmax(0,1fr)_22rem] lg:gap-8"
      >
        <div className="flex min-w-0 flex-col gap-6">
          <Card aria-labelledby="payment-information">
            <CardHeader>
              <CardTitle id="payment-information">Payment Information</CardTitle>
            </CardHeader>
            <CardBody>
              <CardFields
                amountCents={dueCents}
                saveCard={view.isRecurring || saveCard === true}
                onReady={setCard}
              />
            </CardBody>
          </Card>
          <DeliveryNote view={view} />
        </div>
        <OrderReview
          lines={view.lines}
          price={view.price}
          button={{ label: 'Pay now', isProcessing, isReady: card !== undefined }}
        >
          {view.isRecurring ? (
            <RecurringConsent
              totalCents={view.price.totalCents}
              frequency={order.recurringFrequency}
              deliveryDate={order.deliveryDate ?? ''}
            />
          ) : null}
          {order.canSaveCard ? (
            <SaveCard isChecked={isCardSaved} onChange={setIsCardSaved} />
          ) : null}
        </OrderReview>
      </form>
    </>
  )
}

/** The card consent, shown before payment. The server stores the same text. */
function SaveCard(props: { isChecked: boolean; onChange: (isChecked: boolean) => void }) {
  return (
    <div className="rounded-control border border-action/20 bg-action-soft/60 px-4 py-3.5">
      <Checkbox
        checked={props.isChecked}
        onChange={(event) => props.onChange(event.target.checked)}
        aria-describedby="save-card-note"
        className="font-semibold"
      >
        {cardConsent.label}
      </Checkbox>
      <p id="save-card-note" className="mt-1.5 text-sm leading-snug">
        {cardConsent.note}
      </p>
    </div>
  )
}
