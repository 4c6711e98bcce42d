import type { Undone } from '#contract/backoffice.ts'

/** Says what was undone, and what was not because it has changed or taken effect since. */
export function undoneWords({ undone, leftAlone }: Undone): {
  title: string
  description?: string
} {
  if (leftAlone.length === 0) return { title: 'Change undone' }
  const count = `${leftAlone.length} of ${leftAlone.length + undone.length}`
  const description =
    leftAlone.length === 1
      ? `${count} has changed since and stays as it is.`
      : `${count} have changed since and stay as they are.`
  return { title: undone.length > 0 ? 'Change undone in part' : 'Change not undone', description }
}
