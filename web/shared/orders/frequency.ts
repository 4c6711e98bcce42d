import type { Frequency } from '#contract/primitives.ts'

export const frequencyOptions = [
  { value: 'weekly', label: 'Weekly' },
  { value: 'bi-weekly', label: 'Bi-weekly' },
  { value: 'monthly', label: 'Monthly' },
] as const satisfies readonly { value: Frequency; label: string }[]

/** 'bi-weekly' → 'Bi-weekly'. An unknown frequency is returned unchanged. */
export function frequencyLabel(frequency: string): string {
  return frequencyOptions.find(({ value }) => value === frequency)?.label ?? frequency
}

export function isFrequency(value: unknown): value is Frequency {
  return frequencyOptions.some((option) => option.value === value)
}
