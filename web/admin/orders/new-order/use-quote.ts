import { useQuery } from '@tanstack/react-query'
import { type UseFormReturn, useWatch } from 'react-hook-form'
import type { PhoneOrderForm } from '#contract/staff/phone-orders.ts'
import { pageData } from '#web/api/page-data.ts'
import { phoneQuoteQuery } from '#web/api/staff/phone-orders.ts'

/** The price of the items as entered; it follows the form. */
export function useQuote(form: UseFormReturn<PhoneOrderForm>) {
  const order = useWatch({ control: form.control })
  const { items = [], isRecurring = false, deliveryDate = '', payment } = order
  // Without sales tax and zones nothing depends on them, so typing asks for no new price.
  const { chargesTax, routeDaysOnly } = pageData().shop
  const { deliveryState = '', deliveryZip = '' } = chargesTax || routeDaysOnly ? order : {}
  // Exemption, deposit and credit depend on the customer, so a half-typed email address is not sent.
  const email = order.customerEmail ?? ''
  const customerEmail = /.@.+\../.test(email) ? email : ''
  const body = { items: items as PhoneOrderForm['items'], isRecurring, deliveryDate, payment }
  const query = useQuery(phoneQuoteQuery({ ...body, deliveryState, deliveryZip, customerEmail }))
  const isEmpty = items.length === 0
  return {
    isEmpty,
    /** Undefined while there is no price for exactly these items. */
    price: isEmpty || query.isPlaceholderData || query.error ? undefined : query.data,
    shown: isEmpty ? undefined : query.data,
    error: isEmpty ? null : query.error,
    refetch: query.refetch,
    /** The price that is being asked for; undefined if there is none, or the form has changed. */
    nextPrice: async () => {
      const { data, error, isPlaceholderData } = await query.refetch({ cancelRefetch: false })
      return error || isPlaceholderData ? undefined : data
    },
  }
}

export type Quote = ReturnType<typeof useQuote>
