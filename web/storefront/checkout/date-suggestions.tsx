import { useQuery } from '@tanstack/react-query'
import type { UseFormReturn } from 'react-hook-form'
import type { DeliveryForm } from '#contract/checkout.ts'
import { formatDate } from '#contract/dates/calendar.ts'
import { windowText } from '#contract/zones/route-day-text.ts'
import { deliveryDatesQuery } from '#web/api/checkout/delivery-dates.ts'
import { cx } from '#web/ui/cx.ts'

const ZIP = /^\d{5}(-\d{4})?$/

/** Rule 46: the next dates on which a truck is near the ZIP code. Any other date can be chosen too. */
export function DateSuggestions({ form }: { form: UseFormReturn<DeliveryForm> }) {
  const [zip = '', chosen] = form.watch(['deliveryZip', 'deliveryDate'])
  const code = zip.trim()
  const { data: dates = [] } = useQuery({ ...deliveryDatesQuery(code), enabled: ZIP.test(code) })
  if (dates.length === 0) return null
  return (
    <fieldset className="grid grid-cols-2 gap-2 sm:grid-cols-3">
      <legend className="mb-2 text-muted text-sm">Next deliveries in {code.slice(0, 5)}</legend>
      {dates.map(({ date, windows = [] }) => (
        <button
          key={date}
          type="button"
          aria-pressed={date === chosen}
          onClick={() => {
            form.setValue('deliveryDate', date, { shouldDirty: true, shouldValidate: true })
          }}
          className={cx(
            'min-h-11 rounded-control border px-3 py-1.5 text-left text-sm',
            date === chosen
              ? 'border-action bg-action-soft font-semibold'
              : 'border-line bg-surface hover:bg-action-soft',
          )}
        >
          {formatDate(date, 'short')}
          {windows.length > 0 ? (
            <span className="block text-muted">{windows.map(windowText).join(', ')}</span>
          ) : null}
        </button>
      ))}
    </fieldset>
  )
}
