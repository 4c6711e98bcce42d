import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import type { StaffDeposit } from '#contract/deposits.ts'
import { bottleText } from '#contract/text/bottle-text.ts'
import { PanelSection } from '#web/admin/detail/panel-section.tsx'
import { FormDialog } from '#web/admin/form/form-dialog.tsx'
import { useSave } from '#web/admin/form/use-save.ts'
import { useCan } from '#web/admin/layout/use-can.ts'
import { returnBottles, staffDepositQuery } from '#web/api/deposits.ts'
import { pageData } from '#web/api/page-data.ts'
import { formatDay } from '#web/shared/instant.ts'
import { showFieldErrors } from '#web/shared/show-field-errors.ts'
import { Button } from '#web/ui/button.tsx'
import { Field } from '#web/ui/form/field.tsx'
import { Input } from '#web/ui/form/input.tsx'

/** Rule 42: shown while the shop charges a deposit or the customer has bottles on deposit. */
export function DepositSection({ customerId }: { customerId: string }) {
  const { data } = useQuery(staffDepositQuery(customerId))
  const [isOpen, setIsOpen] = useState(false)
  const canReturn = useCan()('credit.create')
  const isUsed = pageData().shop.depositCents > 0 || Boolean(data?.movements.length)
  if (!data || !isUsed) return null
  // Only imported customers can have more bottles than on deposit.
  const bottlesHeld = Math.max(data.bottles, data.bottlesHeld ?? 0)
  return (
    <PanelSection
      title="Bottle deposit"
      action={
        canReturn && bottlesHeld > 0 ? (
          <Button variant="secondary" size="small" onClick={() => setIsOpen(true)}>
            Return bottles
          </Button>
        ) : null
      }
    >
      <p className="text-sm">
        <span className="font-semibold">{bottleText(data.bottles)}</span> on deposit, ${data.amount}{' '}
        in total.
      </p>
      {bottlesHeld > data.bottles ? (
        <p className="text-muted text-sm">
          {bottleText(bottlesHeld)} held. The next order carries the deposit of the others.
        </p>
      ) : null}
      <Movements movements={data.movements} />
      {isOpen ? (
        <ReturnDialog
          customerId={customerId}
          bottlesHeld={bottlesHeld}
          bottles={data.bottles}
          onClose={() => setIsOpen(false)}
        />
      ) : null}
    </PanelSection>
  )
}

const movementLabels: Record<StaffDeposit['movements'][number]['kind'], string> = {
  charged: 'charged',
  returned: 'returned',
  moved_in: 'imported',
  cancelled: 'of a cancelled order',
}

function Movements({ movements }: Pick<StaffDeposit, 'movements'>) {
  if (movements.length === 0) return null
  return (
    <ul aria-label="Deposits charged and returned" className="flex flex-col gap-1.5 text-sm">
      {movements.map(({ kind, at, bottles, amount, staffEmail }) => (
        <li key={`${at}-${kind}-${bottles}`} className="flex justify-between gap-3">
          <span className="text-muted">
            {formatDay(at)}: {bottleText(bottles)} {movementLabels[kind]}
            {staffEmail ? ` by ${staffEmail}` : ''}
          </span>
          <span className="font-medium tabular-nums">
            {kind === 'returned' ? '-' : ''}${amount}
          </span>
        </li>
      ))}
    </ul>
  )
}

type ReturnDialogProps = {
  customerId: string
  bottlesHeld: number
  bottles: number
  onClose: () => void
}

function ReturnDialog({ customerId, bottlesHeld, bottles, onClose }: ReturnDialogProps) {
  // A request that is sent again after a lost response returns the bottles once.
  const [requestId] = useState(() => crypto.randomUUID())
  const form = useForm({ defaultValues: { bottles: String(bottlesHeld) } })
  const { mutate, isPending } = useSave({
    save: (values: { bottles: string }) =>
      returnBottles(customerId, { bottles: Number(values.bottles), requestId }),
    onDone: onClose,
    onFailure: async (error) => showFieldErrors(form, error),
    successMessage: 'Bottles returned',
    errorMessage: 'Failed to return bottles',
  })
  return (
    <FormDialog
      title="Return bottles"
      description="The deposit becomes account credit. We'll email the customer."
      submitLabel="Return bottles"
      isPending={isPending}
      onSubmit={form.handleSubmit((values) => mutate(values))}
      onClose={onClose}
    >
      <Field
        label="Bottles"
        hint={`${bottlesHeld > bottles ? `${bottleText(bottlesHeld)} held, ` : ''}${bottleText(bottles)} on deposit.`}
        error={form.formState.errors.bottles?.message}
      >
        {(control) => (
          <Input
            inputMode="numeric"
            autoComplete="off"
            maxLength={6}
            {...control}
            {...form.register('bottles')}
          />
        )}
      </Field>
    </FormDialog>
  )
}
