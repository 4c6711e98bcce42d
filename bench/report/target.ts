import { formatNumber } from './table.ts'

export type Target = {
  measure: string
  baseline?: number | undefined
  value: number | undefined
  unit: string
  max?: number
  min?: number
  /** Shown instead of the bound. */
  label?: string
}

/** The cells of a row: measure, baseline, measured and target. */
export function targetRow(target: Target): string[] {
  const { measure, baseline, value, unit } = target
  return [
    measure,
    baseline === undefined ? '' : withUnit(baseline, unit),
    withUnit(value ?? Number.NaN, unit),
    targetCell(target),
  ]
}

/** The bound or its label; a missed target is marked. */
export function targetCell({ value, max, min, unit, label }: Omit<Target, 'measure'>): string {
  if (max === undefined && min === undefined) return ''
  const text =
    label ?? (max === undefined ? `≥ ${withUnit(min ?? 0, unit)}` : `≤ ${withUnit(max, unit)}`)
  const isMissed =
    value !== undefined && (value > (max ?? Number.POSITIVE_INFINITY) || value < (min ?? 0))
  return isMissed ? `${text}, MISSED` : text
}

export const withUnit = (value: number, unit: string) => `${formatNumber(value)} ${unit}`.trim()

/** Undefined if either of them is not measured. */
export const ratio = (value: number | undefined, baseline: number | undefined) =>
  value === undefined || baseline === undefined ? undefined : value / baseline
