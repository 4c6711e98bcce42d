import { useState } from 'react'
import type { DefaultValues, FieldValues, UseFormReturn } from 'react-hook-form'
import { hasCode } from '#web/api/failures.ts'
import { type ChangedFact, changedFacts, type Facts } from './changed-facts.ts'
import { type SaveWords, useSave } from './use-save.ts'

type EditOptions<Row, Form extends FieldValues> = SaveWords & {
  row: Row
  form: UseFormReturn<Form>
  formOf: (row: Row) => DefaultValues<Form>
  factsOf: (row: Row) => Facts
  /** `seen` is the row, with its version, that the change was made on. */
  save: (form: Form, seen: Row) => Promise<unknown>
  findNow: (id: string) => Promise<Row | undefined>
  onClose: () => void
}

/**
 * A change to a row that somebody else may be changing too. Where they were quicker, the form takes
 * their values for what was left alone, keeps what was typed, and tells what changed.
 */
export function useEdit<Row extends { id: string }, Form extends FieldValues>(
  options: EditOptions<Row, Form>,
) {
  const { row, form, formOf, factsOf, findNow } = options
  const [seen, setSeen] = useState(row)
  const [changes, setChanges] = useState<readonly ChangedFact[]>()
  // Read here, or the form does not note which fields were touched.
  void form.formState.dirtyFields

  async function showChanges(error: unknown): Promise<boolean> {
    if (!hasCode(error, 'stale')) return false
    const now = await findNow(row.id)
    if (!now) return false
    setChanges(changedFacts(factsOf(seen), factsOf(now)))
    setSeen(now)
    form.reset(formOf(now), { keepDirtyValues: true })
    return true
  }

  const { mutate, isPending } = useSave<Form>({
    save: (sent) => options.save(sent, seen),
    done: options.done,
    failed: options.failed,
    onDone: options.onClose,
    onFailure: showChanges,
  })
  return { submit: form.handleSubmit((sent) => mutate(sent)), isPending, changes }
}
