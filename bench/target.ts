export type Target = {
  measure: string
  floor?: number
  value: number | undefined
  unit: string
  most?: number
  least?: number
  /** The target in words, where a bound alone does not say it. */
  words?: string
}
