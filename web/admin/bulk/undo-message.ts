import type { UndoResult } from '#contract/staff/backoffice.ts'

/** Reports what was undone, and what was skipped because it has changed or taken effect since. */
export function undoMessage({ undone, skipped }: UndoResult): {
  title: string
  description?: string
} {
  if (skipped.length === 0) return { title: 'Change undone' }
  const count = `${skipped.length} of ${skipped.length + undone.length}`
  const description =
    skipped.length === 1
      ? `${count} wasn't undone because it has changed since.`
      : `${count} weren't undone because they have changed since.`
  return { title: undone.length > 0 ? 'Some changes undone' : 'Nothing undone', description }
}
