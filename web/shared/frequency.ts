import type { Frequency } from '#contract/primitives.ts'

export const frequencyOptions = [
  { value: 'weekly', label: 'Weekly' },
  { value: 'bi-weekly', label: 'Bi-weekly' },
  { value: 'monthly', label: 'Monthly' },
] as const satisfies readonly { value: Frequency; label: string }[]

const everyWords: Record<Frequency, string> = {
  weekly: 'every week',
  'bi-weekly': 'every two weeks',
  monthly: 'every month',
}

/** 'bi-weekly' → 'Bi-weekly'; a word that nobody has heard of stays as it came. */
export function frequencyLabel(frequency: string): string {
  return frequencyOptions.find(({ value }) => value === frequency)?.label ?? frequency
}

/** How often, inside a sentence. Left open, it is every month (decision 15). */
export function everyPhrase(frequency: string | null | undefined): string {
  return isFrequency(frequency) ? everyWords[frequency] : everyWords.monthly
}

export function isFrequency(value: unknown): value is Frequency {
  return frequencyOptions.some((option) => option.value === value)
}
