import { zodResolver } from '@hookform/resolvers/zod'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { amountToCents } from '#contract/money.ts'
import type { StaffCase } from '#contract/staff/cases.ts'
import { FormDialog } from '#web/admin/form/form-dialog.tsx'
import { useSave } from '#web/admin/form/use-save.ts'
import { useRefreshLists } from '#web/admin/list/use-refresh-lists.ts'
import { type RefundFields, RefundFieldset } from '#web/admin/orders/panel/refund-fields.tsx'
import { refundSchema } from '#web/admin/orders/panel/refund-schema.ts'
import { selectedAmount, selectedItems } from '#web/admin/orders/panel/refund-selection.ts'
import type { KnownOrderDetail } from '#web/api/adapt/detail.ts'
import { failureText, hasCode } from '#web/api/failures.ts'
import { orderDetailQuery } from '#web/api/staff/backoffice.ts'
import { answerCase, type CaseAnswerBody } from '#web/api/staff/cases.ts'
import { outcomeText } from '#web/shared/cases/case-labels.ts'
import { formatPrice } from '#web/shared/money.ts'
import { showFieldErrors } from '#web/shared/show-field-errors.ts'
import { Alert } from '#web/ui/alert.tsx'
import { ConfirmDialog } from '#web/ui/overlay/confirm-dialog.tsx'
import { type AnswerFields, AnswerFieldset, answerSchema } from './answer-fields.tsx'

type AnswerDialogProps = { case: StaffCase; onClose: () => void }

export function AnswerDialog({ case: row, onClose }: AnswerDialogProps) {
  const { data: detail } = useQuery(orderDetailQuery(row.orderId))
  const [problem, setProblem] = useState('')
  const refreshLists = useRefreshLists()
  const [confirmed, setConfirmed] = useState<CaseAnswerBody>()
  const limits = refundLimits(detail)
  const form = useForm<AnswerFields>({
    resolver: zodResolver(answerSchema) as never,
    defaultValues: {
      outcome: '',
      message: row.message ?? '',
      amount: '',
      kind: 'goodwill',
      scheduledDate: '',
    },
  })
  const refundForm = useForm<RefundFields>({
    resolver: zodResolver(refundSchema(limits)),
    // The refundable amount is loaded while staff write, and may change until they send it.
    resetOptions: { keepDirtyValues: true },
    values: {
      what: limits.items.length > 0 ? 'items' : 'amount',
      quantities: {},
      amount: '',
      destination: amountToCents(limits.toCard) === 0 ? 'credit' : 'card',
      reason: 'Problem reported',
    },
  })
  const { mutate, isPending } = useSave({
    save: (body: CaseAnswerBody) => answerCase(row.id, body),
    onDone: onClose,
    onFailure: async (error) => {
      setConfirmed(undefined)
      // A colleague was faster: the panel behind the dialog shows the answer.
      if (hasCode(error, 'case_answered')) {
        await refreshLists()
        setProblem(failureText(error, 'This case was answered already.'))
        return true
      }
      return showFieldErrors(form, error)
    },
    successMessage: 'Case answered',
    errorMessage: 'Failed to answer the case',
  })

  async function submit(fields: AnswerFields) {
    setProblem('')
    const { outcome, message } = fields
    if (outcome === 'credit')
      return mutate({ outcome, message, amount: fields.amount, kind: fields.kind })
    if (outcome === 'redelivery')
      return mutate({ outcome, message, scheduledDate: fields.scheduledDate })
    if (outcome === 'refund') {
      await refundForm.handleSubmit((refund) =>
        setConfirmed({ outcome, message, refund: toRefund(refund, limits) }),
      )()
      return
    }
    mutate({ outcome: 'closed', message })
  }

  const isRefund = form.watch('outcome') === 'refund'
  return (
    <>
      <FormDialog
        title="Answer case"
        description="We email your answer to the customer. It can't be changed."
        submitLabel={isRefund ? 'Continue' : 'Send answer'}
        isPending={isPending}
        onSubmit={form.handleSubmit(submit)}
        onClose={onClose}
      >
        {problem ? (
          <Alert urgent tone="warning" title={problem}>
            {row.answeredBy ? `${row.answeredBy}: ${outcomeText(row)}. ${row.message}` : null}
          </Alert>
        ) : null}
        <AnswerFieldset form={form} canRefund={amountToCents(limits.refundable) !== 0}>
          {isRefund ? (
            <RefundFieldset
              form={refundForm}
              items={limits.items}
              toCard={limits.toCard}
              asCredit={limits.asCredit === limits.refundable ? undefined : limits.asCredit}
              hasReason={false}
            />
          ) : null}
        </AnswerFieldset>
      </FormDialog>
      <ConfirmDialog
        open={confirmed !== undefined}
        onOpenChange={(isOpen) => {
          if (!isOpen) setConfirmed(undefined)
        }}
        title={`Refund ${refundText(refundForm.getValues(), limits)}?`}
        confirmLabel={`Refund ${refundText(refundForm.getValues(), limits)}`}
        dismissLabel="Back"
        isBusy={isPending}
        onConfirm={() => confirmed && mutate(confirmed)}
      >
        The case is answered when the refund is done. This action cannot be undone.
      </ConfirmDialog>
    </>
  )
}

const refundLimits = (detail: KnownOrderDetail | undefined) => ({
  refundable: detail?.refundable ?? '0.00',
  toCard: detail?.refundableToCard ?? '0.00',
  asCredit: detail?.refundableAsCredit ?? '0.00',
  items: detail?.refundableItems ?? [],
})

type Limits = ReturnType<typeof refundLimits>

const toRefund = (fields: RefundFields, { items, refundable }: Limits) => ({
  ...(fields.what === 'items'
    ? { items: selectedItems(items, fields.quantities) }
    : { amount: fields.amount }),
  destination: fields.destination === 'card' ? ('card' as const) : ('credit' as const),
  // Another colleague may have refunded something since.
  expectedRefundable: refundable,
})

const refundText = ({ what, amount, quantities }: RefundFields, { items }: Limits) =>
  formatPrice(what === 'items' ? selectedAmount(items, quantities) : amount || '0')
