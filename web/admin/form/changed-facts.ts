/** A row in words: each field's label and what it holds. */
export type Facts = Readonly<Record<string, string>>

export type ChangedFact = { label: string; was: string; now: string }

/** What is no longer as it was seen. */
export function changedFacts(seen: Facts, now: Facts): ChangedFact[] {
  return Object.entries(now)
    .map(([label, value]) => ({ label, was: seen[label] ?? '', now: value }))
    .filter((fact) => fact.was !== fact.now)
}
