import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import type { ChecklistItem, ConfirmableItem } from '#contract/staff/checklist.ts'
import { failureText } from '#web/api/failures.ts'
import { pageData } from '#web/api/page-data.ts'
import { checklistQuery, confirmChecklistItem, sendTestEmail } from '#web/api/staff/checklist.ts'
import { Button } from '#web/ui/button.tsx'
import { Field } from '#web/ui/form/field.tsx'
import { Input } from '#web/ui/form/input.tsx'
import { toast } from '#web/ui/overlay/use-toast.ts'

/** The button or field with which a line is completed here. */
export function ChecklistAction({ item: { id, state } }: { item: ChecklistItem }) {
  if (id === 'test_email') return <TestEmail />
  if (id === 'backup' || id === 'restore_test') return <RecordDate item={id} />
  if (state === 'done') return null
  if (id === 'legal_texts') return <Confirm item={id} label="I've read them" />
  return id === 'sales_tax' ? <Confirm item={id} label="We don't charge sales tax" /> : null
}

function useConfirm() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: ({ item, doneOn }: { item: ConfirmableItem; doneOn?: string }) =>
      confirmChecklistItem(item, doneOn),
    onSuccess: (checklist) => {
      queryClient.setQueryData(checklistQuery.queryKey, checklist)
      toast({ title: 'Recorded' })
    },
    onError: (error) => {
      const description = failureText(error, 'Failed to record it')
      toast({ title: 'Error', description, variant: 'destructive' })
    },
  })
}

function Confirm({ item, label }: { item: ConfirmableItem; label: string }) {
  const { mutate, isPending } = useConfirm()
  return (
    <Button
      variant="secondary"
      className="self-start max-sm:w-full"
      aria-disabled={isPending}
      onClick={() => !isPending && mutate({ item })}
    >
      {isPending ? 'Saving...' : label}
    </Button>
  )
}

function RecordDate({ item }: { item: 'backup' | 'restore_test' }) {
  const { mutate, isPending } = useConfirm()
  const [date, setDate] = useState('')
  const [error, setError] = useState<string>()
  const { today } = pageData()
  function record(event: FormEvent) {
    event.preventDefault()
    if (isPending) return
    const isValid = date !== '' && date <= today
    setError(isValid ? undefined : 'Choose today or an earlier date')
    if (isValid) mutate({ item, doneOn: date }, { onSuccess: () => setDate('') })
  }
  return (
    <form
      noValidate
      onSubmit={record}
      className="flex flex-wrap items-start gap-3 max-sm:flex-col max-sm:items-stretch"
    >
      <Field
        label={item === 'backup' ? 'Date of the backup' : 'Date of the restore test'}
        error={error}
      >
        {(control) => (
          <Input
            {...control}
            type="date"
            max={today}
            value={date}
            onChange={(event) => setDate(event.target.value)}
          />
        )}
      </Field>
      <Button
        type="submit"
        variant="secondary"
        aria-disabled={isPending}
        // Next to the field, below its label.
        className="sm:mt-6.5 sm:h-12"
      >
        {isPending ? 'Saving...' : 'Record date'}
      </Button>
    </form>
  )
}

function TestEmail() {
  const queryClient = useQueryClient()
  const { mutate, data, error, isPending } = useMutation({
    mutationFn: sendTestEmail,
    onSuccess: () => queryClient.invalidateQueries(checklistQuery),
  })
  return (
    <>
      <Button
        variant="secondary"
        className="self-start max-sm:w-full"
        aria-disabled={isPending}
        onClick={() => !isPending && mutate()}
      >
        {isPending ? 'Sending...' : 'Send test email'}
      </Button>
      <p role="status" className="wrap-anywhere text-sm">
        {error ? failureText(error, 'Failed to send the test email') : null}
        {data
          ? `${data.isSent ? `Sent to ${data.to}.` : 'Not sent.'} Answer: ${data.answer}`
          : null}
      </p>
    </>
  )
}
