import type { ImportOutcome, ImportReport } from '#contract/staff/imports.ts'
import type { ImportKind } from '#web/api/staff/imports.ts'

type KindLabels = { title: string; hint: string; key: string; one: string; many: string }

export const kindLabels: Record<ImportKind, KindLabels> = {
  trucks: {
    title: 'Import Trucks',
    hint: 'A CSV file with the columns Name and License Plate, and Capacity and Status if you like. A truck is recognised by its license plate.',
    key: 'License Plate',
    one: 'truck',
    many: 'trucks',
  },
  customers: {
    title: 'Import Customers',
    hint: 'A CSV file with the column Email, and Name and Phone if you like. Customers who have signed in keep the name and phone that they gave.',
    key: 'Email',
    one: 'customer',
    many: 'customers',
  },
}

export const outcomeLabels: Record<ImportOutcome, string> = {
  new: 'New',
  changed: 'Changed',
  same: 'Unchanged',
  kept: 'Signed in, kept',
}

/** '2 new, 1 changed, 40 unchanged' */
export function countSummary({ counts }: Pick<ImportReport, 'counts'>): string {
  const said = [
    [counts.new, 'new'],
    [counts.changed, 'changed'],
    [counts.same, 'unchanged'],
    [counts.kept, 'kept as they are, because they have signed in'],
  ] as const
  const parts = said.filter(([count]) => count > 0)
  return parts.map(([count, word]) => `${count.toLocaleString('en-US')} ${word}`).join(', ')
}

/** Says how many rows it writes, as soon as there are some to write. */
export function importLabel(
  kind: ImportKind,
  report: Pick<ImportReport, 'counts'> | undefined,
): string {
  if (!report) return 'Import'
  const { one, many } = kindLabels[kind]
  const count = report.counts.new + report.counts.changed
  return `Import ${count.toLocaleString('en-US')} ${count === 1 ? one : many}`
}
