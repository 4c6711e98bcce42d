import { zodResolver } from '@hookform/resolvers/zod'
import { type ReactNode, useEffect, useId, useState } from 'react'
import { useForm } from 'react-hook-form'
import { amountToCents, centsToText, formatCents } from '#contract/money.ts'
import { useSave } from '#web/admin/form/use-save.ts'
import { refundOrder } from '#web/api/staff/backoffice.ts'
import { formatPrice } from '#web/shared/money.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/overlay/dialog.tsx'
import { DialogButtons } from '#web/ui/overlay/dialog-buttons.tsx'
import { type RefundFields, RefundFieldset } from './refund-fields.tsx'
import { refundSchema } from './refund-schema.ts'
import {
  describeItems,
  type RefundableItem,
  selectedAmount,
  selectedItems,
} from './refund-selection.ts'

type RefundDialogProps = {
  orderId: string
  refundable: string
  /** The part of it that can go to the card. */
  toCard: string
  /** The part of it that was received as tenders. */
  asTender: string
  /** The part of it that can become credit. */
  asCredit: string
  items: readonly RefundableItem[]
  onClose: () => void
}

/** Two steps, what and why, then confirmation, because a refund cannot be undone. */
export function RefundDialog(props: RefundDialogProps) {
  const { orderId, refundable, toCard, asTender, asCredit, items, onClose } = props
  const id = useId()
  const form = useForm<RefundFields>({
    resolver: zodResolver(refundSchema(props)),
    defaultValues: {
      what: 'amount',
      quantities: {},
      amount: refundable,
      destination: firstDestination(toCard, asCredit),
      reason: '',
    },
  })
  const [submitted, setSubmitted] = useState<RefundFields>()
  const isJustChanged = useJustChanged(submitted)
  const { mutate, isPending } = useSave({
    save: (fields: RefundFields) =>
      refundOrder(orderId, {
        ...(fields.what === 'items'
          ? { items: selectedItems(items, fields.quantities) }
          : wholeOrAmount(fields, { refundable, toCard })),
        ...sentDestination(fields.destination),
        reason: fields.reason,
        // Another colleague may have refunded something since.
        expectedRefundable: refundable,
      }),
    successMessage: 'Refund requested',
    errorMessage: 'Failed to refund',
    onDone: onClose,
    onFailure: async () => {
      setSubmitted(undefined)
      return false
    },
  })
  const amountText = submitted ? refundText(submitted, items) : ''
  return (
    <Dialog
      open
      onOpenChange={(isOpen) => {
        if (!isOpen && !isJustChanged) onClose()
      }}
      title={submitted ? `Refund ${amountText}?` : 'Refund'}
      description={`You can refund up to ${formatPrice(refundable)}.`}
      footer={
        submitted ? (
          <Buttons key="refund" backLabel="Back" onBack={() => setSubmitted(undefined)}>
            <Button
              variant="danger"
              disabled={isPending || isJustChanged}
              onClick={() => mutate(submitted)}
            >
              {isPending ? 'Refunding...' : `Refund ${amountText}`}
            </Button>
          </Buttons>
        ) : (
          <Buttons key="continue" backLabel="Cancel" onBack={onClose}>
            <Button type="submit" form={id}>
              Continue
            </Button>
          </Buttons>
        )
      }
    >
      {submitted ? (
        <RefundConfirmation
          amountText={amountText}
          fields={submitted}
          itemsText={submitted.what === 'items' ? describeItems(items, submitted.quantities) : ''}
        />
      ) : (
        <form
          id={id}
          noValidate
          onSubmit={form.handleSubmit(setSubmitted)}
          className="flex flex-col gap-5"
        >
          <RefundFieldset
            form={form}
            items={items}
            toCard={toCard}
            asTender={asTender}
            asCredit={asCredit === refundable ? undefined : asCredit}
          />
        </form>
      )}
    </Dialog>
  )
}

const firstDestination = (toCard: string, asCredit: string): RefundFields['destination'] => {
  if (amountToCents(toCard)) return 'card'
  return amountToCents(asCredit) ? 'credit' : 'cash'
}

function sentDestination(destination: RefundFields['destination']) {
  if (destination === 'card') return {}
  if (destination === 'credit') return { destination: 'credit' as const }
  return { destination: 'tender' as const, method: destination }
}

const destinationTexts: Record<RefundFields['destination'], string> = {
  card: "to the customer's card",
  credit: 'as account credit',
  cash: 'in cash',
  check: 'by check',
  transfer: 'by transfer',
}

const destinationText = (destination: RefundFields['destination']) => destinationTexts[destination]

/** A full refund of a mixed payment goes to the sources of its parts; the server splits it. */
function wholeOrAmount(
  { amount, destination }: RefundFields,
  { refundable, toCard }: { refundable: string; toCard: string },
) {
  const cents = amountToCents(amount) ?? 0
  const isMixed = refundable !== toCard && destination === 'card'
  return isMixed && cents === amountToCents(refundable) ? {} : { amount: centsToText(cents) }
}

const refundText = ({ what, amount, quantities }: RefundFields, items: readonly RefundableItem[]) =>
  formatCents(amountToCents(what === 'items' ? selectedAmount(items, quantities) : amount) ?? 0)

const focus = (element: HTMLElement | null) => element?.focus({ preventScroll: true })

type ConfirmationProps = { amountText: string; fields: RefundFields; itemsText: string }

function RefundConfirmation({ amountText, fields, itemsText }: ConfirmationProps) {
  return (
    // Focused, because the button that led here is gone.
    <div ref={focus} tabIndex={-1} className="flex flex-col gap-2 outline-none">
      <p>
        We'll refund <strong>{amountText}</strong> {destinationText(fields.destination)}. This
        action cannot be undone.
      </p>
      {itemsText ? <p className="wrap-anywhere">{itemsText}</p> : null}
      <p className="wrap-anywhere text-muted">Reason: {fields.reason}</p>
    </div>
  )
}

/** The second click of a double click comes within this time. */
const DOUBLE_CLICK_MS = 700

/** True for a moment after the step has changed: a click meant for the previous step is ignored. */
function useJustChanged(step: unknown): boolean {
  const [settled, setSettled] = useState(step)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(step), DOUBLE_CLICK_MS)
    return () => clearTimeout(timer)
  }, [step])
  return settled !== step
}

type ButtonsProps = { backLabel: string; onBack: () => void; children: ReactNode }

function Buttons({ backLabel, onBack, children }: ButtonsProps) {
  return (
    <DialogButtons>
      <Button variant="secondary" onClick={onBack}>
        {backLabel}
      </Button>
      {children}
    </DialogButtons>
  )
}
