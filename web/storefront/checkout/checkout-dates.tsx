import { useCallback } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import type { DeliveryForm } from '#contract/checkout.ts'
import { noDateText, zipNotServedText } from '#contract/zones/date-texts.ts'
import type { TimeWindow } from '#contract/zones/time-window.ts'
import { pageData } from '#web/api/page-data.ts'
import { DateChips } from '#web/shared/dates/date-chips.tsx'
import { useDeliveryDates } from '#web/shared/dates/use-delivery-dates.ts'
import { WindowChoice } from '#web/shared/dates/window-choice.tsx'
import type { CartLine } from '#web/storefront/cart/stored-cart.ts'

type CheckoutDatesProps = {
  form: UseFormReturn<DeliveryForm>
  lines: readonly CartLine[]
  hasZones: boolean
}

/** Rule 46: the next open dates of the buyer's ZIP code. */
export function CheckoutDates({ form, lines, hasZones }: CheckoutDatesProps) {
  const [zip, date, window] = form.watch(['deliveryZip', 'deliveryDate', 'deliveryWindow'])
  const setWindow = useCallback(
    (chosen: TimeWindow | null) => form.setValue('deliveryWindow', chosen),
    [form],
  )
  const bottles = lines.reduce((sum, { quantity }) => sum + quantity, 0)
  const offered = useDeliveryDates({ zip, bottles, isEnabled: hasZones })
  const { routeDaysOnly, phone } = pageData().shop
  const isServed = offered.status === 'ready' && offered.isServed
  const emptyText = isServed ? noDateText(bottles, phone) : zipNotServedText(zip.trim(), phone)
  return (
    <>
      <DateChips
        offered={offered}
        date={date}
        onChoose={(chosen) => form.setValue('deliveryDate', chosen, { shouldValidate: true })}
        // Otherwise any date can be ordered, also where no date is suggested.
        emptyText={routeDaysOnly ? emptyText : undefined}
      />
      <WindowChoice offered={offered} date={date} value={window} onChange={setWindow} />
    </>
  )
}
