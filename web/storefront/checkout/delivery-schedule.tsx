import type { ReactNode } from 'react'
import { Controller, type UseFormReturn } from 'react-hook-form'
import type { DeliveryForm } from '#contract/checkout.ts'
import { latestOrderDate } from '#contract/dates/date-limits.ts'
import { shopDate } from '#contract/dates/shop-calendar.ts'
import { SUBSCRIPTION_DISCOUNT_PERCENT } from '#contract/pricing-limits.ts'
import { pageData } from '#web/api/page-data.ts'
import { closedDateError, closedDatesHint } from '#web/shared/orders/closed-dates.ts'
import { frequencyOptions } from '#web/shared/orders/frequency.ts'
import { Card, CardBody, CardHeader, CardTitle } from '#web/ui/card.tsx'
import { Field } from '#web/ui/form/field.tsx'
import { Input } from '#web/ui/form/input.tsx'
import { Select } from '#web/ui/form/select.tsx'
import { SwitchField } from '#web/ui/form/switch-field.tsx'

type DeliveryScheduleProps = {
  form: UseFormReturn<DeliveryForm>
  earliestDate: string
  /** Below the date field. */
  children: ReactNode
}

export function DeliverySchedule({ form, earliestDate, children }: DeliveryScheduleProps) {
  const isRecurring = form.watch('isRecurring')
  return (
    <Card aria-labelledby="delivery-schedule">
      <CardHeader>
        <CardTitle id="delivery-schedule">Delivery Schedule</CardTitle>
      </CardHeader>
      <CardBody className="flex flex-col gap-6">
        <Field
          label="Delivery Date"
          error={
            form.formState.errors.deliveryDate?.message ??
            closedDateError(form.watch('deliveryDate'))
          }
          hint={<SameDayHint from={earliestDate} />}
        >
          {(aria) => (
            <Input
              type="date"
              min={earliestDate}
              max={latestOrderDate(shopDate(pageData().shop.calendar, new Date()))}
              {...aria}
              {...form.register('deliveryDate')}
            />
          )}
        </Field>
        {children}
        <RecurringSwitch form={form} />
        {isRecurring ? <FrequencyField form={form} /> : null}
      </CardBody>
    </Card>
  )
}

function SameDayHint({ from }: { from: string }) {
  const { phone } = pageData().shop
  const closed = closedDatesHint(from)
  return (
    <>
      Need it today? Call{' '}
      <a href={`tel:${phone}`} className="whitespace-nowrap font-semibold text-action underline">
        {phone}
      </a>
      {closed ? <span className="block">{closed}</span> : null}
    </>
  )
}

function RecurringSwitch({ form }: Pick<DeliveryScheduleProps, 'form'>) {
  return (
    <Controller
      control={form.control}
      name="isRecurring"
      render={({ field }) => (
        <SwitchField
          ref={field.ref}
          label="Recurring delivery"
          hint={`Save ${SUBSCRIPTION_DISCOUNT_PERCENT}% on every delivery. Pause, change or cancel anytime.`}
          checked={field.value}
          onCheckedChange={field.onChange}
        />
      )}
    />
  )
}

function FrequencyField({ form }: Pick<DeliveryScheduleProps, 'form'>) {
  return (
    <Controller
      control={form.control}
      name="recurringFrequency"
      render={({ field, fieldState }) => (
        <Field
          label="Frequency"
          error={fieldState.error?.message}
          hint={field.value ? undefined : "If you don't choose, we'll deliver monthly."}
        >
          {(aria) => (
            <Select
              {...aria}
              options={frequencyOptions}
              value={field.value ?? undefined}
              onValueChange={field.onChange}
              placeholder="Select frequency"
            />
          )}
        </Field>
      )}
    />
  )
}
