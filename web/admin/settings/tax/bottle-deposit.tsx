import { useQueryClient } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'
import { amountToCents, centsToText } from '#contract/money.ts'
import type { Settings } from '#contract/staff/settings.ts'
import { useSave } from '#web/admin/form/use-save.ts'
import { setDeposit, settingsQuery } from '#web/api/staff/settings.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { Checkbox } from '#web/ui/form/checkbox.tsx'
import { Field } from '#web/ui/form/field.tsx'
import { Input } from '#web/ui/form/input.tsx'
import { sendLatest } from '../send-latest.ts'
import { SettingsSection } from '../settings-section.tsx'

type DepositForm = { amount: string; isDepositTaxable: boolean }

const MAX_CENTS = 10_000

const toDisplayFields = ({ depositCents, isDepositTaxable }: Settings) => ({
  Deposit: centsToText(depositCents),
  Taxable: isDepositTaxable ? 'yes' : 'no',
})

export function BottleDeposit({ settings }: { settings: Settings }) {
  const queryClient = useQueryClient()
  const form = useForm<DepositForm>({
    values: {
      amount: centsToText(settings.depositCents),
      isDepositTaxable: settings.isDepositTaxable,
    },
    resetOptions: { keepDirtyValues: true },
  })
  const { mutate, isPending } = useSave({
    save: ({ amount, isDepositTaxable }: DepositForm) =>
      sendLatest({
        edited: settings,
        toDisplayFields,
        refetchSettings: () => queryClient.fetchQuery(settingsQuery),
        send: (current) =>
          setDeposit(
            { depositCents: amountToCents(amount.trim()) ?? 0, isDepositTaxable },
            current,
          ),
      }),
    onDone: (values) => form.reset(values),
    successMessage: 'Bottle deposit saved',
    errorMessage: 'Failed to save bottle deposit',
  })
  const { errors, isDirty } = form.formState
  return (
    <SettingsSection
      title="Bottle deposit"
      text="Charged once for each returnable bottle a customer holds. It becomes credit when bottles are returned."
    >
      <Card>
        <form
          aria-label="Bottle deposit"
          noValidate
          onSubmit={form.handleSubmit((values) => {
            if (isDirty && !isPending) mutate(values)
          })}
        >
          <div className="flex flex-col gap-5 p-5 sm:p-7">
            <Field
              label="Deposit per bottle"
              hint="Enter 0.00 to charge no deposit. Orders already placed keep their amounts."
              error={errors.amount?.message}
            >
              {(control) => (
                <Input
                  inputMode="decimal"
                  autoComplete="off"
                  maxLength={8}
                  {...control}
                  {...form.register('amount', {
                    validate: (amount) => {
                      const cents = amountToCents(amount.trim())
                      const isValid = cents !== undefined && cents >= 0 && cents <= MAX_CENTS
                      return isValid || 'Enter an amount from 0.00 to 100.00, such as 6.00'
                    },
                  })}
                />
              )}
            </Field>
            <Checkbox {...form.register('isDepositTaxable')}>
              <span>
                <span className="block font-semibold">Taxable deposit</span>
                <span className="text-muted">
                  Sales tax applies to the deposit if you charge it.
                </span>
              </span>
            </Checkbox>
          </div>
          <div className="flex flex-col border-line border-t px-5 py-4 sm:items-end sm:px-7">
            <Button type="submit" aria-disabled={!isDirty || isPending}>
              {isPending ? 'Saving...' : 'Save deposit'}
            </Button>
          </div>
        </form>
      </Card>
    </SettingsSection>
  )
}
