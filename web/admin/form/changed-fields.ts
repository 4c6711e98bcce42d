/** A row's fields by label, formatted for display. */
export type DisplayFields = Readonly<Record<string, string>>

export type ChangedField = { label: string; was: string; now: string }

/** Lists the fields whose value differs. */
export function changedFields(before: DisplayFields, now: DisplayFields): ChangedField[] {
  return Object.entries(now)
    .map(([label, value]) => ({ label, was: before[label] ?? '', now: value }))
    .filter((field) => field.was !== field.now)
}
