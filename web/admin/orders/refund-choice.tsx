import {
  Controller,
  type FieldPathByValue,
  type FieldValues,
  type UseFormReturn,
} from 'react-hook-form'
import { useCan } from '#web/admin/layout/use-can.ts'
import { RadioCards } from '#web/ui/form/radio-cards.tsx'

/** Empty until staff decide, because neither option is a safe default. */
export type RefundDecision = '' | 'refund' | 'keep'

type RefundChoiceProps<Form extends FieldValues> = {
  form: UseFormReturn<Form>
  name: FieldPathByValue<Form, RefundDecision>
  refundLabel: string
  noRefundLabel: string
  hint?: string | undefined
}

/** Whether a cancelled order's payment is refunded. */
export function RefundChoice<Form extends FieldValues>(props: RefundChoiceProps<Form>) {
  const { form, name, refundLabel, noRefundLabel, hint } = props
  const can = useCan()
  if (!can('refunds.create')) {
    return (
      <p className="text-muted text-sm sm:col-span-full">
        {noRefundLabel}: only a manager or an owner can refund.
      </p>
    )
  }
  return (
    <Controller
      control={form.control}
      name={name}
      rules={{ required: 'Choose what happens to the payment' }}
      render={({ field, fieldState }) => (
        <RadioCards
          legend="Payment"
          className="sm:col-span-full"
          options={[
            { value: 'refund', label: refundLabel, ...(hint ? { hint } : {}) },
            { value: 'keep', label: noRefundLabel },
          ]}
          value={field.value as RefundDecision}
          onChange={field.onChange}
          error={fieldState.error?.message}
        />
      )}
    />
  )
}
