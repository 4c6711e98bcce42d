import { useState } from 'react'
import { amountDueCents } from '#contract/pricing.ts'
import { cardConsent } from '#contract/subscriptions/consent.ts'
import type { KnownOrder } from '#web/api/adapt/order.ts'
import { CardFields } from '#web/shared/card/card-fields.tsx'
import type { CardControls } from '#web/shared/card/card-form.ts'
import { orderView } from '#web/shared/orders/order-view.ts'
import { OrderReview } from '#web/storefront/checkout/order-review.tsx'
import { PaymentInformation } from '#web/storefront/checkout/payment-information.tsx'
import { RecurringConsent } from '#web/storefront/checkout/recurring-consent.tsx'
import { Checkbox } from '#web/ui/form/checkbox.tsx'
import { OrderForm } from './order-form.tsx'
import { usePayOrder } from './use-pay-order.ts'

export function PayForm({ order }: { order: KnownOrder }) {
  const view = orderView(order)
  const [card, setCard] = useState<CardControls>()
  const [isCardSaved, setIsCardSaved] = useState(true)
  const saveCard = order.canSaveCard ? isCardSaved : undefined
  const dueCents = amountDueCents(view.price)
  const { pay, isProcessing } = usePayOrder(order.id, dueCents, saveCard)
  return (
    <OrderForm
      title="Pay for your order"
      view={view}
      onSubmit={() => void pay(card)}
      review={
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
      }
    >
      <PaymentInformation>
        <CardFields
          amountCents={dueCents}
          saveCard={view.isRecurring || saveCard === true}
          onReady={setCard}
        />
      </PaymentInformation>
    </OrderForm>
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
