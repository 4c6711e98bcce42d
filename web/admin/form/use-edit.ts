import { useEffect, useState } from 'react'
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
  onDone: (saved: Form) => void
  /** Whether the form shows a newer row for as long as nothing in it was touched. */
  isFollowing?: boolean
}

/**
 * A change to a row that somebody else may be changing too. Where they were quicker, the form takes
 * their values for what was left alone, keeps what was typed, and tells what changed.
 */
export function useEdit<Row extends { id: string }, Form extends FieldValues>(
  options: EditOptions<Row, Form>,
) {
  const { row, form, formOf, factsOf, findNow, isFollowing = false } = options
  const [seen, setSeen] = useState(row)
  const [changes, setChanges] = useState<readonly ChangedFact[]>()
  // The form's own isDirty is forgotten when it takes newer values for what was left alone.
  const isTouched = Object.keys(form.formState.dirtyFields).length > 0

  // biome-ignore lint/correctness/useExhaustiveDependencies: only another row is news
  useEffect(() => {
    if (!isFollowing || isTouched || versionOf(row) < versionOf(seen)) return
    setSeen(row)
    form.reset(formOf(row))
  }, [row, isTouched, isFollowing])

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
    save: async (sent) => {
      const saved = await options.save(sent, seen)
      // One's own change is no news, and the list with it comes only later.
      if (versionOf(saved) > versionOf(seen)) setSeen(saved as Row)
    },
    done: options.done,
    failed: options.failed,
    onDone: (sent) => {
      setChanges(undefined)
      options.onDone(sent)
    },
    onFailure: showChanges,
  })
  function discard() {
    setChanges(undefined)
    form.reset(formOf(seen))
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
function versionOf(row: unknown): number {
  const version = typeof row === 'object' && row && 'version' in row ? row.version : undefined
  return typeof version === 'number' ? version : 0
}
