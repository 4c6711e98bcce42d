export type Target = {
  measure: string
  baseline?: number
  value: number | undefined
  unit: string
  max?: number
  min?: number
  /** Shown instead of the bound. */
  label?: string
}
