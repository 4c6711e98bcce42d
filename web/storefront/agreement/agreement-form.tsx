import { useState } from 'react'
import { formatDate } from '#contract/dates/calendar.ts'
import { amountToCents } from '#contract/money.ts'
import type { Agreement } from '#contract/subscriptions/agreements.ts'
import { pageData } from '#web/api/page-data.ts'
import { paths } from '#web/paths.ts'
import { CardFields } from '#web/shared/card/card-fields.tsx'
import type { CardControls } from '#web/shared/card/card-form.ts'
import { frequencyLabel } from '#web/shared/orders/frequency.ts'
import { priceViewFrom, productLines } from '#web/shared/orders/price-view.ts'
import { OrderReview } from '#web/storefront/checkout/order-review.tsx'
import { PaymentInformation } from '#web/storefront/checkout/payment-information.tsx'
import { Alert } from '#web/ui/alert.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card, CardBody, CardHeader, CardTitle } from '#web/ui/card.tsx'
import { ConfirmDialog } from '#web/ui/overlay/confirm-dialog.tsx'
import { type AnswerProps, useAnswer } from './use-answer.ts'

/** The offered terms, with the card form and a way to decline. */
export function AgreementForm(props: AnswerProps) {
  const { agreement } = props
  const { items, priceLines, total, deliveryDate, consent } = agreement
  const [card, setCard] = useState<CardControls>()
  const { submit, isProcessing, isCardSaved, replaceCard } = useAnswer(props)
  const available = items.filter(({ isSoldOut }) => !isSoldOut)
  return (
    <>
      <h1 className="text-3xl sm:text-4xl">Keep your deliveries</h1>
      <p className="mt-3 mb-6 max-w-2xl text-muted">
        {pageData().shop.name} now manages your deliveries online. Review your subscription and
        enter a card. You won't pay anything today.
      </p>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          void submit('agree', card)
        }}
        className="grid items-start gap-6 lg:grid-cols-[minmax(0,1fr)_24rem] lg:gap-8"
      >
        <div className="flex min-w-0 flex-col gap-6">
          <DateNotice agreement={agreement} />
          <Delivery agreement={agreement} />
          <PaymentInformation>
            {isCardSaved ? (
              <SavedCard onReplace={replaceCard} />
            ) : (
              <CardFields
                isSetup
                saveCard
                amountCents={amountToCents(total) ?? 0}
                onReady={setCard}
              />
            )}
          </PaymentInformation>
          <Terms consent={consent} firstDate={deliveryDate} />
        </div>
        <OrderReview
          lines={productLines({ priceLines, items: available })}
          price={priceViewFrom(agreement)}
          button={{
            label: isCardSaved ? 'Agree' : 'Agree and save card',
            isProcessing,
            isReady: isCardSaved || card !== undefined,
          }}
        />
      </form>
      <Decline isProcessing={isProcessing} onDecline={() => void submit('decline')} />
    </>
  )
}

function SavedCard({ onReplace }: { onReplace: () => void }) {
  return (
    <div role="status" className="flex flex-wrap items-center justify-between gap-3">
      <p>Your card is saved. Review your subscription, then agree.</p>
      <Button variant="secondary" size="small" onClick={onReplace}>
        Use a different card
      </Button>
    </div>
  )
}

/** The date or the items differ from what was agreed, so this is shown first. */
function DateNotice({ agreement }: { agreement: Agreement }) {
  const { deliveryDate, importedDate, items } = agreement
  const soldOut = items.filter(({ isSoldOut, isDiscontinued }) => isSoldOut && !isDiscontinued)
  const discontinued = items.filter(({ isDiscontinued }) => isDiscontinued)
  return (
    <>
      {deliveryDate === importedDate ? null : (
        <Alert tone="warning" title={`Your next delivery is on ${formatDate(deliveryDate)}`}>
          It's too late for the delivery on {formatDate(importedDate)}.
        </Alert>
      )}
      {soldOut.length > 0 ? (
        <Alert tone="warning" title="Sold out at the moment">
          {itemsText(soldOut)}. We'll deliver them once they're available again.
        </Alert>
      ) : null}
      {discontinued.length > 0 ? (
        <Alert tone="warning" title="No longer available">
          {itemsText(discontinued)}. Your subscription continues without them.
        </Alert>
      ) : null}
    </>
  )
}

const itemsText = (items: Agreement['items']) =>
  items.map(({ quantity, name }) => `${quantity} × ${name}`).join(', ')

function Delivery({ agreement }: { agreement: Agreement }) {
  const { deliveryDate, frequency, name, address } = agreement
  return (
    <Card aria-labelledby="agreement-delivery">
      <CardHeader>
        <CardTitle id="agreement-delivery">Delivery</CardTitle>
      </CardHeader>
      <CardBody className="wrap-anywhere grid gap-5 sm:grid-cols-2">
        <div>
          <p className="font-semibold">{formatDate(deliveryDate)}</p>
          <p>{frequencyLabel(frequency)} from then on</p>
        </div>
        <div>
          <p>{name}</p>
          {address.map((line) => (
            <p key={line}>{line}</p>
          ))}
        </div>
      </CardBody>
    </Card>
  )
}

/** The server stores the same sentences as the customer's consent. */
function Terms({ consent, firstDate }: { consent: readonly string[]; firstDate: string }) {
  return (
    <section
      aria-label="Subscription terms"
      className="rounded-control border border-action/20 bg-action-soft/60 px-4 py-3.5 text-sm leading-snug"
    >
      <ul className="flex list-disc flex-col gap-2 pl-4">
        {consent.map((sentence) => (
          <li key={`${firstDate} ${sentence}`}>{sentence}</li>
        ))}
      </ul>
      <p className="mt-3">
        The{' '}
        <a href={paths.terms()} target="_blank" rel="noreferrer" className="underline">
          terms of service
        </a>{' '}
        apply.
      </p>
    </section>
  )
}

function Decline(props: { isProcessing: boolean; onDecline: () => void }) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <div className="mt-8 border-line border-t pt-6">
      <Button variant="ghost" disabled={props.isProcessing} onClick={() => setIsOpen(true)}>
        I don't want to continue
      </Button>
      <ConfirmDialog
        open={isOpen}
        onOpenChange={setIsOpen}
        title="Decline this subscription?"
        dismissLabel="Keep Subscription"
        confirmLabel="Yes, decline"
        isBusy={props.isProcessing}
        onConfirm={() => {
          setIsOpen(false)
          props.onDecline()
        }}
      >
        <p>We won't deliver or charge anything.</p>
        <p>This action cannot be undone.</p>
      </ConfirmDialog>
    </div>
  )
}
