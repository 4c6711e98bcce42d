export type DaySeries = {
  name: string
  values: readonly number[]
  formatScale: (value: number) => string
}
