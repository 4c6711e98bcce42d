import { Controller, type UseFormReturn } from 'react-hook-form'
import { formatOrderNumber } from '#contract/order-number.ts'
import type { KnownOrder } from '#web/api/adapt/order.ts'
import { formatDay } from '#web/shared/instant.ts'
import { formatPrice } from '#web/shared/money.ts'
import { Field } from '#web/ui/form/field.tsx'
import { SearchSelect } from '#web/ui/form/search-select.tsx'
import type { ScheduleFields } from './schedule-form.ts'
import { orderLabel } from './schedule-labels.ts'
import { useOrderOptions } from './use-order-options.ts'

type OrderFieldProps = {
  form: UseFormReturn<ScheduleFields>
  onSelect: (order: KnownOrder | undefined) => void
}

/** A search over all orders, newest first. */
export function OrderField({ form, onSelect }: OrderFieldProps) {
  const { orders, text, setText, isBusy, isFailed, loadMore } = useOrderOptions()
  return (
    <Controller
      control={form.control}
      name="orderId"
      render={({ field, fieldState }) => (
        <Field label="Order" error={fieldState.error?.message}>
          {(control) => (
            <SearchSelect
              {...control}
              ref={field.ref}
              options={orders.map(toOption)}
              value={field.value}
              onValueChange={(id) => {
                field.onChange(id)
                onSelect(orders.find((order) => order.id === id))
              }}
              placeholder="Select an order"
              searchPlaceholder="Number, name, email or address"
              searchText={text}
              onSearchText={setText}
              isBusy={isBusy}
              onReachEnd={loadMore}
              emptyText={isFailed ? 'Failed to load orders' : 'No orders found'}
            />
          )}
        </Field>
      )}
    />
  )
}

function toOption(order: KnownOrder) {
  const details = [
    formatOrderNumber(order.id),
    order.deliveryDate && formatDay(order.deliveryDate),
    order.total && formatPrice(order.total),
  ]
  return { value: order.id, label: orderLabel(order), detail: details.filter(Boolean).join(' · ') }
}
