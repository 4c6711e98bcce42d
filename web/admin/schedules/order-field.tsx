import { Controller, type UseFormReturn } from 'react-hook-form'
import type { KnownOrder } from '#web/api/adapt/order.ts'
import { formatDay } from '#web/shared/instant.ts'
import { formatPrice } from '#web/shared/money.ts'
import { orderNumber } from '#web/shared/order-view.ts'
import { Field } from '#web/ui/form/field.tsx'
import { SearchSelect } from '#web/ui/form/search-select.tsx'
import type { ScheduleFields } from './schedule-form.ts'
import { orderLabel } from './schedule-labels.ts'
import { useOrderChoices } from './use-order-choices.ts'

type OrderFieldProps = {
  form: UseFormReturn<ScheduleFields>
  onChosen: (order: KnownOrder | undefined) => void
}

/** Every order, newest first. */
export function OrderField({ form, onChosen }: OrderFieldProps) {
  const { orders, text, setText, isBusy, isFailed, loadMore } = useOrderChoices()
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
              options={orders.map(optionOf)}
              value={field.value}
              onValueChange={(id) => {
                field.onChange(id)
                onChosen(orders.find((order) => order.id === id))
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

function optionOf(order: KnownOrder) {
  const facts = [
    orderNumber(order.id),
    order.deliveryDate && formatDay(order.deliveryDate),
    order.total && formatPrice(order.total),
  ]
  return { value: order.id, label: orderLabel(order), detail: facts.filter(Boolean).join(' · ') }
}
