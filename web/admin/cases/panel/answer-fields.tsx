import type { ReactNode } from 'react'
import { Controller, type UseFormReturn } from 'react-hook-form'
import { z } from 'zod'
import type { CaseOutcome } from '#contract/cases/cases.ts'
import { CreditForm } from '#contract/credit.ts'
import { type CreditFields, CreditFieldset } from '#web/admin/customers/credit-fieldset.tsx'
import { useCan } from '#web/admin/layout/use-can.ts'
import { Field } from '#web/ui/form/field.tsx'
import { Input } from '#web/ui/form/input.tsx'
import { RadioCards } from '#web/ui/form/radio-cards.tsx'
import { Textarea } from '#web/ui/form/textarea.tsx'

export type AnswerFields = CreditFields & {
  outcome: CaseOutcome | ''
  message: string
  scheduledDate: string
}

/** Fields of the other outcomes are ignored; the refund has a form of its own. */
export const answerSchema = z
  .object({
    outcome: z.enum(['credit', 'refund', 'redelivery', 'closed'], 'Choose an answer'),
    message: z.string().trim().min(3, 'Write to the customer').max(1000, 'At most 1000 characters'),
    amount: z.string(),
    kind: z.enum(['goodwill', 'missed_delivery']),
    scheduledDate: z.string(),
  })
  .check(({ value, issues }) => {
    const report = (path: string, message: string) =>
      void issues.push({ code: 'custom', input: value, path: [path], message })
    const amount = CreditForm.shape.amount.safeParse(value.amount)
    if (value.outcome === 'credit' && !amount.success)
      report('amount', amount.error.issues[0]?.message ?? '')
    if (value.outcome === 'redelivery' && !value.scheduledDate)
      report('scheduledDate', 'Choose a date')
  })

type AnswerFieldsetProps = {
  form: UseFormReturn<AnswerFields>
  canRefund: boolean
  /** The fields of a refund. */
  children: ReactNode
}

export function AnswerFieldset({ form, canRefund, children }: AnswerFieldsetProps) {
  const can = useCan()
  const { errors } = form.formState
  const outcome = form.watch('outcome')
  const options = [
    { value: 'credit', label: 'Account credit', isAllowed: can('credit.create') },
    { value: 'refund', label: 'Refund', isAllowed: can('refunds.create') && canRefund },
    { value: 'redelivery', label: 'Redelivery', isAllowed: can('schedules.write') },
    { value: 'closed', label: 'Message only', isAllowed: true },
  ] as const
  return (
    <>
      <Controller
        control={form.control}
        name="outcome"
        render={({ field }) => (
          <RadioCards
            legend="Answer with"
            options={options.filter(({ isAllowed }) => isAllowed)}
            value={field.value}
            onChange={field.onChange}
            error={errors.outcome?.message}
          />
        )}
      />
      {outcome === 'credit' ? <CreditFieldset form={form} /> : null}
      {outcome === 'redelivery' ? (
        <Field
          label="Redelivery date"
          hint="We plan a stop without a truck. The customer isn't charged."
          error={errors.scheduledDate?.message}
        >
          {(control) => <Input type="date" {...control} {...form.register('scheduledDate')} />}
        </Field>
      ) : null}
      {children}
      <Field label="Message to the customer" error={errors.message?.message}>
        {(control) => <Textarea maxLength={1000} {...control} {...form.register('message')} />}
      </Field>
    </>
  )
}
