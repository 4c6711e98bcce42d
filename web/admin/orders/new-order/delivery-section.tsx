import { useCallback, useId } from 'react'
import { Controller, type UseFormReturn } from 'react-hook-form'
import { latestOrderDate } from '#contract/dates/date-limits.ts'
import { SUBSCRIPTION_DISCOUNT_PERCENT } from '#contract/pricing-limits.ts'
import type { PhoneOrderForm } from '#contract/staff/phone-orders.ts'
import type { TimeWindow } from '#contract/zones/time-window.ts'
import { pageData } from '#web/api/page-data.ts'
import { AddressFields } from '#web/shared/address/address-fields.tsx'
import { InstructionsField } from '#web/shared/address/instructions-field.tsx'
import { DateChips } from '#web/shared/dates/date-chips.tsx'
import { useDeliveryDates } from '#web/shared/dates/use-delivery-dates.ts'
import { WindowChoice } from '#web/shared/dates/window-choice.tsx'
import { closedDateError, closedDatesHint } from '#web/shared/orders/closed-dates.ts'
import { frequencyOptions } from '#web/shared/orders/frequency.ts'
import { Alert } from '#web/ui/alert.tsx'
import { Button } from '#web/ui/button.tsx'
import { Field } from '#web/ui/form/field.tsx'
import { Input } from '#web/ui/form/input.tsx'
import { Select } from '#web/ui/form/select.tsx'
import { SwitchField } from '#web/ui/form/switch-field.tsx'
import { Section } from './section.tsx'
import type { Address } from './use-customer.ts'

type DeliverySectionProps = {
  form: UseFormReturn<PhoneOrderForm>
  addresses: readonly Address[]
  /** Why a customer could not order for this date. */
  warning: string | undefined
}

export function DeliverySection({ form, addresses, warning }: DeliverySectionProps) {
  const { today } = pageData()
  const isRecurring = form.watch('isRecurring')
  return (
    <Section title="Delivery">
      <Field
        label="Delivery date"
        error={
          form.formState.errors.deliveryDate?.message ?? closedDateError(form.watch('deliveryDate'))
        }
        hint={closedDatesHint(today)}
      >
        {(control) => (
          <Input
            type="date"
            min={today}
            max={latestOrderDate(today)}
            {...control}
            {...form.register('deliveryDate')}
          />
        )}
      </Field>
      <div aria-live="polite" className="empty:hidden">
        {warning ? <Alert tone="warning">{warning}</Alert> : null}
      </div>
      <OpenDates form={form} />
      {addresses.length > 0 ? <PastAddresses form={form} addresses={addresses} /> : null}
      <div className="grid grid-cols-2 gap-5 sm:grid-cols-6">
        <AddressFields form={form} />
      </div>
      <InstructionsField form={form} />
      <RecurringSwitch form={form} />
      {isRecurring ? <FrequencyField form={form} /> : null}
    </Section>
  )
}

/** Rule 46: the next open dates of the customer's ZIP code. */
function OpenDates({ form }: { form: UseFormReturn<PhoneOrderForm> }) {
  const [zip, date, window, items] = form.watch([
    'deliveryZip',
    'deliveryDate',
    'deliveryWindow',
    'items',
  ])
  const offered = useDeliveryDates({
    zip,
    bottles: items.reduce((sum, { quantity }) => sum + quantity, 0),
    isEnabled: pageData().shop.hasZones,
  })
  const setWindow = useCallback(
    (chosen: TimeWindow | null) => form.setValue('deliveryWindow', chosen),
    [form],
  )
  return (
    <>
      <DateChips
        offered={offered}
        date={date}
        onChoose={(chosen) => form.setValue('deliveryDate', chosen, { shouldValidate: true })}
      />
      <WindowChoice offered={offered} date={date} value={window} onChange={setWindow} />
    </>
  )
}

function PastAddresses({ form, addresses }: Omit<DeliverySectionProps, 'warning'>) {
  const id = useId()
  return (
    <div className="flex flex-col gap-2">
      <p id={id} className="font-semibold text-sm">
        Past addresses
      </p>
      <ul aria-labelledby={id} className="flex flex-wrap gap-2">
        {addresses.map((address) => (
          <li key={Object.values(address).join()}>
            <Button
              variant="secondary"
              size="small"
              className="h-auto min-h-9 whitespace-normal text-left"
              onClick={() => {
                for (const [name, value] of Object.entries(address)) {
                  form.setValue(name as keyof Address, value)
                  form.clearErrors(name as keyof Address)
                }
              }}
            >
              {address.deliveryAddress}, {address.deliveryCity}
            </Button>
          </li>
        ))}
      </ul>
    </div>
  )
}

function RecurringSwitch({ form }: { form: UseFormReturn<PhoneOrderForm> }) {
  return (
    <Controller
      control={form.control}
      name="isRecurring"
      render={({ field }) => (
        <SwitchField
          ref={field.ref}
          label="Recurring delivery"
          hint={`${SUBSCRIPTION_DISCOUNT_PERCENT}% off every delivery. The customer accepts the terms on the pay link.`}
          checked={field.value}
          onCheckedChange={(isRecurring) => {
            field.onChange(isRecurring)
            if (!isRecurring) return
            form.setValue('payment', 'link')
            form.clearErrors('payment')
          }}
        />
      )}
    />
  )
}

function FrequencyField({ form }: { form: UseFormReturn<PhoneOrderForm> }) {
  return (
    <Controller
      control={form.control}
      name="recurringFrequency"
      render={({ field, fieldState }) => (
        <Field label="Frequency" error={fieldState.error?.message}>
          {(control) => (
            <Select
              {...control}
              options={frequencyOptions}
              value={field.value ?? 'monthly'}
              onValueChange={field.onChange}
            />
          )}
        </Field>
      )}
    />
  )
}
