import type { Undone } from '#contract/staff-desk.ts'

/** Says what was taken back, and what was not because somebody else had been there. */
export function undoneWords({ undone, leftAlone }: Undone): {
  title: string
  description?: string
} {
  if (leftAlone.length === 0) return { title: 'Change undone' }
  const count = `${leftAlone.length} of ${leftAlone.length + undone.length}`
  const meanwhile = 'been changed by somebody else meanwhile and'
  const description =
    leftAlone.length === 1
      ? `${count} has ${meanwhile} stays as it is.`
      : `${count} have ${meanwhile} stay as they are.`
  return { title: undone.length > 0 ? 'Change undone in part' : 'Change not undone', description }
}
