export type Target = {
  measure: string
  baseline?: number
  value: number | undefined
  unit: string
  max?: number
  min?: number
  /** The target in label, where a bound alone does not say it. */
  label?: string
}
