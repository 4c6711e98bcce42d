import { useState } from 'react'
import { amountToCents, centsToText, formatCents } from '#contract/money.ts'
import { Field } from '#web/ui/form/field.tsx'
import { Input } from '#web/ui/form/input.tsx'
import { RadioCards } from '#web/ui/form/radio-cards.tsx'
import { PaymentList } from '../parts/payment-list.tsx'
import { SaveButton } from '../parts/save-button.tsx'
import { ScreenFrame } from '../parts/screen-frame.tsx'
import type { StopView } from '../route/stop-view.ts'
import { type DeliveryProps, deliveryName, type Visit } from '../route/visits.ts'
import { hashTo, leaveTo, useDriver } from '../use-driver.ts'
import { useSave } from '../use-save.ts'

const methods = [
  { value: 'cash', label: 'Cash' },
  { value: 'check', label: 'Check' },
] as const

function moreThanDue({ deliveries }: Visit, { stop, money }: StopView): string {
  const due = `Only ${formatCents(money.dueCents)} is due for this delivery.`
  const others = deliveries.filter(
    (other) => other.stop.orderId !== stop.orderId && other.money.dueCents > 0,
  )
  const which = others.length === 1 ? 'the other delivery' : 'the other deliveries'
  const rest = others.length > 0 ? ` Enter the rest at ${which}.` : ''
  return `${due}${rest} To save it anyway, tap Save again.`
}

const DISPATCH_CHANGED = 'Dispatch changed this order. Check the amount, then tap Save again.'

/** Starts with what is still to collect: what was recorded here before is listed above the form. */
export function PaymentScreen({ visit, view }: DeliveryProps) {
  const { stop, money } = view
  const { store } = useDriver()
  const { eventId, problem, save } = useSave()
  const [method, setMethod] = useState<'cash' | 'check'>('cash')
  const [entered, setEntered] = useState<string>()
  const amount = entered ?? (money.dueCents > 0 ? centsToText(money.dueCents) : '')
  const [reference, setReference] = useState('')
  const [error, setError] = useState<string>()
  const [seenCents, setSeenCents] = useState(money.owedCents)
  const [confirmedCents, setConfirmedCents] = useState<number>()

  const submit = () =>
    save(async () => {
      if (entered === undefined && money.owedCents !== seenCents) {
        setSeenCents(money.owedCents)
        return setError(DISPATCH_CHANGED)
      }
      const cents = amountToCents(amount.trim())
      if (!cents || cents <= 0) return setError('Please enter an amount, such as 12.34')
      // More than is due is for dispatch to decide, so the driver confirms it once.
      if (cents > money.dueCents && money.dueCents > 0 && cents !== confirmedCents) {
        setConfirmedCents(cents)
        return setError(moreThanDue(visit, view))
      }
      setError(undefined)
      await store.record({
        eventId,
        type: 'payment-received',
        payload: {
          method,
          amount: amount.trim(),
          ...(method === 'check' && reference ? { reference } : {}),
        },
        stopId: stop.id,
        trip: stop.trip,
      })
      leaveTo(hashTo.stop(stop.id))
    })

  return (
    <ScreenFrame
      title={deliveryName(visit, view)}
      backTo={hashTo.stop(stop.id)}
      actions={<SaveButton problem={problem} question={error} onSave={() => void submit()} />}
    >
      <PaymentList view={view} />
      {money.payments.length > 0 && money.dueCents === 0 ? (
        <p>Nothing more is due. Enter only additional payments.</p>
      ) : null}
      <RadioCards legend="Received" options={methods} value={method} onChange={setMethod} />
      <Field label="Amount in dollars" error={error}>
        {(control) => (
          <Input
            {...control}
            inputMode="decimal"
            autoComplete="off"
            value={amount}
            onChange={({ target }) => setEntered(target.value)}
          />
        )}
      </Field>
      {method === 'check' ? (
        <Field label="Check number">
          {(control) => (
            <Input
              {...control}
              inputMode="numeric"
              autoComplete="off"
              maxLength={100}
              value={reference}
              onChange={({ target }) => setReference(target.value)}
            />
          )}
        </Field>
      ) : null}
    </ScreenFrame>
  )
}
