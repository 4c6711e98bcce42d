/** A row in words: each field's label and what it holds. */
export type DisplayFields = Readonly<Record<string, string>>

export type ChangedField = { label: string; was: string; now: string }

/** What is no longer as it was seen. */
export function changedFields(seen: DisplayFields, now: DisplayFields): ChangedField[] {
  return Object.entries(now)
    .map(([label, value]) => ({ label, was: seen[label] ?? '', now: value }))
    .filter((fact) => fact.was !== fact.now)
}
