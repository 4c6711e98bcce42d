import { useQuery } from '@tanstack/react-query'
import type { DeliveryForm } from '#contract/checkout.ts'
import { hasCode } from '#web/api/failures.ts'
import { pageData } from '#web/api/page-data.ts'
import { type QuoteRequest, quoteQuery } from '#web/api/quote.ts'
import { type PriceView, priceViewFrom, toPriceView } from '#web/shared/orders/price-view.ts'
import type { CartLine } from '#web/storefront/cart/stored-cart.ts'
import { useDebounced } from '#web/ui/use-debounced.ts'
import { priceCart } from './checkout-order.ts'

const DEBOUNCE_MS = 300

type QuotedFields = Pick<
  DeliveryForm,
  'customerEmail' | 'deliveryState' | 'deliveryZip' | 'deliveryDate' | 'isRecurring'
>

export type OrderQuote = {
  /** Without tax and deposit until the server has computed them. */
  price: PriceView
  /** `final`: this is what the order costs. `incomplete`: the form is not ready for it. */
  status: 'final' | 'incomplete' | 'loading' | 'failed'
  retry: () => void
}

/** Rules 41 and 42: only a shop with tax or a deposit asks the server for the price. */
export function useQuote(lines: readonly CartLine[], fields: QuotedFields): OrderQuote {
  const request = toRequest(lines, fields)
  const debounced = useDebounced(request, DEBOUNCE_MS)
  const { chargesTax, depositCents } = pageData().shop
  const isQuoted = chargesTax || depositCents > 0
  const isEnabled = isQuoted && debounced !== undefined
  const { data, error, refetch } = useQuery({
    ...quoteQuery(debounced ?? emptyRequest),
    enabled: isEnabled,
    retry: 1,
  })
  const price = toPriceView(priceCart(lines, fields.isRecurring))
  const retry = () => void refetch()
  if (!isQuoted) return { price, status: 'final', retry }
  if (!request) return { price, status: 'incomplete', retry }
  const isCurrent = JSON.stringify(request) === JSON.stringify(debounced)
  if (isCurrent && data) return { price: priceViewFrom(data), status: 'final', retry }
  if (!isCurrent || !error) return { price, status: 'loading', retry }
  return { price, status: isRejected(error) ? 'incomplete' : 'failed', retry }
}

/** Submitting the form explains these, next to the field or in a notice. */
const isRejected = (error: Error) =>
  hasCode(error, 'invalid') ||
  hasCode(error, 'product_sold_out') ||
  hasCode(error, 'product_unavailable')

const emptyRequest: QuoteRequest = {
  items: [],
  deliveryState: '',
  deliveryZip: '',
  isRecurring: false,
}

/** Undefined until the address can be taxed. */
function toRequest(lines: readonly CartLine[], fields: QuotedFields): QuoteRequest | undefined {
  const { deliveryState, deliveryZip, deliveryDate, isRecurring, customerEmail } = fields
  if (!deliveryState || !/^\d{5}/.test(deliveryZip)) return undefined
  return {
    items: lines.map(({ product, quantity }) => ({ productId: product.id, quantity })),
    deliveryState,
    deliveryZip,
    isRecurring,
    ...(deliveryDate && { deliveryDate }),
    ...(customerEmail && { customerEmail }),
  }
}
