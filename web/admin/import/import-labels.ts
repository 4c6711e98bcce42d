import type { ImportOutcome, ImportReport } from '#contract/staff/imports.ts'
import type { ImportKind } from '#web/api/staff/imports.ts'

type KindLabels = {
  title: string
  hint: string
  key: string
  singular: string
  plural: string
  /** Why rows are protected, if not because the customer has logged in. */
  protectedBecause?: { row: string; count: string }
}

export const kindLabels: Record<ImportKind, KindLabels> = {
  trucks: {
    title: 'Import trucks',
    hint: 'Upload a CSV with Name and License Plate columns. Capacity and Status are optional. We match trucks by license plate.',
    key: 'License Plate',
    singular: 'truck',
    plural: 'trucks',
  },
  customers: {
    title: 'Import customers',
    hint: "Upload a CSV with an Email column. Name and Phone are optional. We won't change customers who have logged in.",
    key: 'Email',
    singular: 'customer',
    plural: 'customers',
  },
  taxRates: {
    title: 'Import tax rates',
    hint: 'Upload a CSV with Scope (zip or state), Value, Rate (in percent) and Valid From columns, for example: zip, 12401, 8.125, 2026-12-01. Label is optional. We match rates by place and date.',
    key: 'Place',
    singular: 'tax rate',
    plural: 'tax rates',
  },
  bottles: {
    title: 'Import bottle counts',
    hint: 'Upload a CSV with Email and 5 gallons columns; 3 gallons is optional. We only set the counts of customers without a count yet. Use Correct for the others.',
    key: 'Email',
    singular: 'count',
    plural: 'counts',
    protectedBecause: {
      row: 'Not changed (already counted)',
      count: "not changed because they're already counted",
    },
  },
  places: {
    title: 'Import places',
    hint: "Upload a CSV with Email, Address, ZIP, Latitude and Longitude columns. We match a customer's addresses however they're spelled. We won't change pins.",
    key: 'Address',
    singular: 'place',
    plural: 'places',
    protectedBecause: {
      row: 'Not changed (pinned)',
      count: "not changed because they're pinned or learned",
    },
  },
}

const outcomeLabels: Record<ImportOutcome, string> = {
  new: 'New',
  changed: 'Changed',
  same: 'Unchanged',
  protected: 'Not changed (has logged in)',
}

export const outcomeLabel = (kind: ImportKind, outcome: ImportOutcome): string =>
  (outcome === 'protected' && kindLabels[kind].protectedBecause?.row) || outcomeLabels[outcome]

/** '2 new, 1 changed, 40 unchanged' */
export function countSummary(kind: ImportKind, { counts }: Pick<ImportReport, 'counts'>): string {
  const protectedBecause = kindLabels[kind].protectedBecause?.count
  const parts = [
    [counts.new, 'new'],
    [counts.changed, 'changed'],
    [counts.same, 'unchanged'],
    [counts.protected, protectedBecause ?? "not changed because they've logged in"],
  ] as const
  return parts
    .filter(([count]) => count > 0)
    .map(([count, label]) => `${count.toLocaleString('en-US')} ${label}`)
    .join(', ')
}

/** The button's label; includes the row count once a preview is available. */
export function importLabel(
  kind: ImportKind,
  report: Pick<ImportReport, 'counts'> | undefined,
): string {
  if (!report) return 'Import'
  const { singular, plural } = kindLabels[kind]
  const count = report.counts.new + report.counts.changed
  return `Import ${count.toLocaleString('en-US')} ${count === 1 ? singular : plural}`
}
