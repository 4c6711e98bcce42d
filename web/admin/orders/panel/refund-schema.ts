import { z } from 'zod'
import { amountToCents } from '#contract/money.ts'
import { TenderMethod } from '#contract/payments/tenders.ts'
import { Text } from '#contract/primitives.ts'
import { formatPrice } from '#web/shared/money.ts'
import {
  type RefundableItem,
  selectedAmount,
  selectedItems,
  unitsLeft,
} from './refund-selection.ts'

type RefundLimits = {
  refundable: string
  toCard: string
  asTender?: string
  /** Less than `refundable` if the payment is disputed. */
  asCredit?: string
  items: readonly RefundableItem[]
}

/** Checks the form against what is left to refund; the server checks again under a lock. */
export function refundSchema(limits: RefundLimits) {
  const { refundable, toCard, asTender = '0.00', asCredit = refundable, items } = limits
  const maxCents = amountToCents(refundable) ?? 0
  const cardCents = amountToCents(toCard) ?? 0
  return z
    .object({
      what: z.enum(['items', 'amount']),
      quantities: z.record(z.string(), z.string()),
      amount: z.string(),
      destination: z.enum(['card', 'credit', ...TenderMethod.options]),
      reason: Text(3, 200, 'Please give a reason'),
    })
    .check(({ value, issues }) => {
      const report = (path: (string | number)[], message: string) =>
        void issues.push({ code: 'custom', input: value, path, message })
      const isByItem = value.what === 'items'
      const cents = amountToCents(isByItem ? selectedAmount(items, value.quantities) : value.amount)
      if (isByItem) {
        for (const item of items) {
          const text = value.quantities[item.line] ?? ''
          const isValid = text === '' || (/^\d{1,4}$/.test(text) && Number(text) <= unitsLeft(item))
          if (!isValid) report(['quantities', item.line], `Enter 0 to ${unitsLeft(item)}`)
        }
        const [first] = items
        if (first && selectedItems(items, value.quantities).length === 0)
          report(['quantities', first.line], 'Choose at least one item')
        if (cents !== undefined && cents > maxCents)
          report(['destination'], `You can refund up to ${formatPrice(refundable)}`)
      } else if (cents === undefined || cents <= 0) {
        report(['amount'], 'Please enter an amount like 12.34')
      } else if (cents > maxCents) {
        report(['amount'], `You can refund up to ${formatPrice(refundable)}`)
      }
      const isWhole = !isByItem && cents === maxCents && cardCents > 0
      if (value.destination === 'card' && cents !== undefined && cents > cardCents && !isWhole)
        report(['destination'], `At most ${formatPrice(toCard)} can go back to the card`)
      const isCredit = value.destination === 'credit'
      if (isCredit && cents !== undefined && cents > (amountToCents(asCredit) ?? 0))
        report(['destination'], `At most ${formatPrice(asCredit)} can become credit: ${DISPUTED}`)
      const isTender = value.destination !== 'card' && value.destination !== 'credit'
      if (isTender && cents !== undefined && cents > (amountToCents(asTender) ?? 0))
        report(['destination'], `At most ${formatPrice(asTender)} was received`)
    })
}

const DISPUTED = 'the customer disputed the payment, so the bank has the rest.'
