import { useEffect, useState } from 'react'
import type { DefaultValues, FieldValues, UseFormReturn } from 'react-hook-form'
import { hasCode } from '#web/api/failures.ts'
import { showFieldErrors } from '#web/shared/show-field-errors.ts'
import { type ChangedField, changedFields, type DisplayFields } from './changed-fields.ts'
import { type SaveMessages, useSave } from './use-save.ts'

type EditOptions<Row, Form extends FieldValues> = SaveMessages & {
  row: Row
  form: UseFormReturn<Form>
  toFormValues: (row: Row) => DefaultValues<Form>
  toDisplayFields: (row: Row) => DisplayFields
  /** `editedRow` is the row, with its version, that the user has edited. */
  save: (values: Form, editedRow: Row) => Promise<unknown>
  refetchRow: (id: string) => Promise<Row | undefined>
  onDone: (saved: Form) => void
  /** Whether an untouched form follows updates of the row. */
  isLive?: boolean
}

/**
 * Edits a row with optimistic concurrency. If another user has changed the row, the form takes the
 * new values of untouched fields, keeps the user's input and lists the changes.
 */
export function useEdit<Row extends { id: string }, Form extends FieldValues>(
  options: EditOptions<Row, Form>,
) {
  const { row, form, toFormValues, toDisplayFields, refetchRow, isLive = false } = options
  const [editedRow, setEditedRow] = useState(row)
  const [changes, setChanges] = useState<readonly ChangedField[]>()
  // The form's isDirty is reset when untouched fields get new values.
  const isTouched = Object.keys(form.formState.dirtyFields).length > 0

  // biome-ignore lint/correctness/useExhaustiveDependencies: runs only for a new row
  useEffect(() => {
    if (!isLive || isTouched || getVersion(row) < getVersion(editedRow)) return
    setEditedRow(row)
    form.reset(toFormValues(row))
  }, [row, isTouched, isLive])

  async function showChanges(error: unknown): Promise<boolean> {
    if (!hasCode(error, 'stale')) {
      showFieldErrors(form, error)
      return false
    }
    const latest = await refetchRow(row.id)
    if (!latest) return false
    setChanges(changedFields(toDisplayFields(editedRow), toDisplayFields(latest)))
    setEditedRow(latest)
    form.reset(toFormValues(latest), { keepDirtyValues: true })
    return true
  }

  const { mutate, isPending } = useSave<Form>({
    save: async (values) => {
      const saved = await options.save(values, editedRow)
      // The refreshed list arrives later; without this, the next save would be stale.
      if (getVersion(saved) > getVersion(editedRow)) setEditedRow(saved as Row)
    },
    successMessage: options.successMessage,
    errorMessage: options.errorMessage,
    onDone: (values) => {
      setChanges(undefined)
      options.onDone(values)
    },
    onFailure: showChanges,
  })
  function discard() {
    setChanges(undefined)
    form.reset(toFormValues(editedRow))
  }
  return {
    submit: form.handleSubmit((values) => mutate(values)),
    isTouched,
    isPending,
    changes,
    discard,
  }
}

/** Returns 0 for backends without versions. */
function getVersion(row: unknown): number {
  const version = typeof row === 'object' && row && 'version' in row ? row.version : undefined
  return typeof version === 'number' ? version : 0
}
