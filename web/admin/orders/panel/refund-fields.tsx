import { Controller, type UseFormReturn } from 'react-hook-form'
import { amountToCents } from '#contract/money.ts'
import { TenderMethod } from '#contract/payments/tenders.ts'
import { formatPrice } from '#web/shared/money.ts'
import { tenderMethods } from '#web/shared/orders/payment-terms.ts'
import { Field } from '#web/ui/form/field.tsx'
import { Input } from '#web/ui/form/input.tsx'
import { RadioCards } from '#web/ui/form/radio-cards.tsx'
import {
  type Quantities,
  type RefundableItem,
  selectedAmount,
  unitsLeft,
} from './refund-selection.ts'

export type RefundFields = {
  what: 'items' | 'amount'
  quantities: Quantities
  amount: string
  destination: 'card' | 'credit' | TenderMethod
  reason: string
}

type Props = {
  form: UseFormReturn<RefundFields>
  items: readonly RefundableItem[]
  toCard: string
  /** The amount that can be paid back in cash, by check or by transfer. */
  asTender?: string
  /** The amount that can become credit, if that is less than all. */
  asCredit?: string | undefined
  /** False if the reason is known. */
  hasReason?: boolean
}

const cardOption = (toCard: string) =>
  ({ value: 'card', label: 'Card', hint: `Up to ${formatPrice(toCard)}` }) as const

/** A disputed payment has nothing, or not all of it, to give as credit. */
function creditOption(asCredit: string | undefined) {
  if (asCredit !== undefined && amountToCents(asCredit) === 0) return []
  const hint = asCredit ? `Up to ${formatPrice(asCredit)}` : 'Used first at the next charge'
  return [{ value: 'credit', label: 'Account credit', hint }] as const
}

/** Amount, destination and reason of a refund (rule 44). */
export function RefundFieldset({
  form,
  items,
  toCard,
  asTender = '0.00',
  asCredit,
  hasReason = true,
}: Props) {
  const { errors } = form.formState
  const [what, quantities] = form.watch(['what', 'quantities'])
  return (
    <>
      {items.length > 0 ? (
        <Choice
          form={form}
          name="what"
          legend="What to refund"
          options={[
            { value: 'items', label: 'Items' },
            { value: 'amount', label: 'Part or all of the payment' },
          ]}
        />
      ) : null}
      {what === 'items' ? (
        <fieldset className="flex flex-col gap-3">
          <legend className="mb-1.5 font-semibold text-sm">Items</legend>
          {items.map((item) => (
            <ItemField key={item.line} form={form} item={item} />
          ))}
          <p className="flex justify-between gap-4 font-semibold" aria-live="polite">
            <span>Refund</span>
            <span className="tabular-nums">{formatPrice(selectedAmount(items, quantities))}</span>
          </p>
        </fieldset>
      ) : (
        <Field label="Amount" error={errors.amount?.message}>
          {(control) => (
            <Input
              inputMode="decimal"
              autoComplete="off"
              {...control}
              {...form.register('amount')}
            />
          )}
        </Field>
      )}
      <Choice
        form={form}
        name="destination"
        legend="Refund to"
        error={errors.destination?.message}
        options={[
          ...(amountToCents(toCard) === 0 ? [] : [cardOption(toCard)]),
          ...(amountToCents(asTender)
            ? TenderMethod.options.map((value) => ({
                value,
                label: tenderMethods[value],
                hint: `Up to ${formatPrice(asTender)}`,
              }))
            : []),
          ...creditOption(asCredit),
        ]}
      />
      {hasReason ? (
        <Field
          label="Reason"
          hint="Saved in the order history. The customer won't see it."
          error={errors.reason?.message}
        >
          {(control) => (
            <Input autoComplete="off" maxLength={200} {...control} {...form.register('reason')} />
          )}
        </Field>
      ) : null}
    </>
  )
}

function ItemField({ form, item }: { form: Props['form']; item: RefundableItem }) {
  const left = unitsLeft(item)
  const error = form.formState.errors.quantities?.[item.line]?.message
  const hint =
    item.refundedQuantity > 0
      ? `${item.refundedQuantity} of ${item.quantity} refunded already`
      : `${item.quantity} ordered, ${formatPrice(item.amount)}`
  return (
    <Field label={item.label} hint={hint} error={error}>
      {(control) => (
        <Input
          type="number"
          inputMode="numeric"
          min={0}
          max={left}
          disabled={left === 0}
          placeholder="0"
          {...control}
          {...form.register(`quantities.${item.line}`)}
        />
      )}
    </Field>
  )
}

type ChoiceProps<Value extends string> = {
  form: Props['form']
  name: 'what' | 'destination'
  legend: string
  options: readonly { value: Value; label: string; hint?: string }[]
  error?: string | undefined
}

function Choice<Value extends string>({ form, name, legend, options, error }: ChoiceProps<Value>) {
  return (
    <Controller
      control={form.control}
      name={name}
      render={({ field }) => (
        <RadioCards
          legend={legend}
          options={options}
          value={field.value as Value}
          onChange={field.onChange}
          error={error}
        />
      )}
    />
  )
}
