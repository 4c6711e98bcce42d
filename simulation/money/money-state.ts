/** The combined rate of every address from a date on. */
type Rate = { validFrom: string; ratePpm: number }

export type MoneyState = {
  chargesTax: boolean
  rates: readonly Rate[]
  depositCents: number
  isDepositTaxable: boolean
}
