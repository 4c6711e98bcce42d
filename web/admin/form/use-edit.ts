import { useEffect, useState } from 'react'
import type { DefaultValues, FieldValues, UseFormReturn } from 'react-hook-form'
import { hasCode } from '#web/api/failures.ts'
import { type ChangedField, changedFields, type DisplayFields } from './changed-fields.ts'
import { type SaveMessages, useSave } from './use-save.ts'

type EditOptions<Row, Form extends FieldValues> = SaveMessages & {
  row: Row
  form: UseFormReturn<Form>
  toFormValues: (row: Row) => DefaultValues<Form>
  toDisplayFields: (row: Row) => DisplayFields
  /** `seen` is the row, with its version, that the change was made on. */
  save: (form: Form, seen: Row) => Promise<unknown>
  refetchRow: (id: string) => Promise<Row | undefined>
  onDone: (saved: Form) => void
  /** Whether the form shows a newer row for as long as nothing in it was touched. */
  isLive?: boolean
}

/**
 * A change to a row that somebody else may be changing too. Where they were quicker, the form takes
 * their values for what was left alone, keeps what was typed, and tells what changed.
 */
export function useEdit<Row extends { id: string }, Form extends FieldValues>(
  options: EditOptions<Row, Form>,
) {
  const { row, form, toFormValues, toDisplayFields, refetchRow, isLive = false } = options
  const [seen, setSeen] = useState(row)
  const [changes, setChanges] = useState<readonly ChangedField[]>()
  // The form's own isDirty is forgotten when it takes newer values for what was left alone.
  const isTouched = Object.keys(form.formState.dirtyFields).length > 0

  // biome-ignore lint/correctness/useExhaustiveDependencies: only another row is news
  useEffect(() => {
    if (!isLive || isTouched || getVersion(row) < getVersion(seen)) return
    setSeen(row)
    form.reset(toFormValues(row))
  }, [row, isTouched, isLive])

  async function showChanges(error: unknown): Promise<boolean> {
    if (!hasCode(error, 'stale')) return false
    const now = await refetchRow(row.id)
    if (!now) return false
    setChanges(changedFields(toDisplayFields(seen), toDisplayFields(now)))
    setSeen(now)
    form.reset(toFormValues(now), { keepDirtyValues: true })
    return true
  }

  const { mutate, isPending } = useSave<Form>({
    save: async (sent) => {
      const saved = await options.save(sent, seen)
      // One's own change is no news, and the list with it comes only later.
      if (getVersion(saved) > getVersion(seen)) setSeen(saved as Row)
    },
    successMessage: options.successMessage,
    errorMessage: options.errorMessage,
    onDone: (sent) => {
      setChanges(undefined)
      options.onDone(sent)
    },
    onFailure: showChanges,
  })
  function discard() {
    setChanges(undefined)
    form.reset(toFormValues(seen))
  }
  return {
    submit: form.handleSubmit((sent) => mutate(sent)),
    isTouched,
    isPending,
    changes,
    discard,
  }
}

/** A backend that keeps no versions has none to compare. */
function getVersion(row: unknown): number {
  const version = typeof row === 'object' && row && 'version' in row ? row.version : undefined
  return typeof version === 'number' ? version : 0
}
