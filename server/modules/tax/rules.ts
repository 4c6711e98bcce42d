import type { CalendarDate } from '#contract/dates/calendar.ts'
import type { TaxRate } from '#contract/tax.ts'

type DatedRate = {
  scope: 'zip' | 'state'
  ratePpm: number
  validFrom: CalendarDate
  endsOn: CalendarDate | null
}

/** Rule 41: the ZIP code's rate on this date, otherwise the state's. */
export function rateOn(rates: readonly DatedRate[], date: CalendarDate): TaxRate | undefined {
  const rate = findLatestRate(rates, 'zip', date) ?? findLatestRate(rates, 'state', date)
  return rate && { ratePpm: rate.ratePpm }
}

/** A place without a rate of its own from a date on has one whose end has come. */
function findLatestRate(
  rates: readonly DatedRate[],
  scope: DatedRate['scope'],
  date: CalendarDate,
): DatedRate | undefined {
  const latest = rates
    .filter((rate) => rate.scope === scope && rate.validFrom <= date && !isWithdrawn(rate))
    .toSorted((a, b) => a.validFrom.localeCompare(b.validFrom))
    .at(-1)
  return latest && (latest.endsOn === null || date < latest.endsOn) ? latest : undefined
}

/** Ended before it started: the rate before it stays in effect. */
const isWithdrawn = ({ validFrom, endsOn }: Pick<DatedRate, 'validFrom' | 'endsOn'>) =>
  endsOn !== null && endsOn <= validFrom

export function rateStatus(
  { validFrom, endsOn }: Pick<DatedRate, 'validFrom' | 'endsOn'>,
  today: CalendarDate,
): 'current' | 'scheduled' | 'past' {
  if (endsOn !== null && (endsOn <= today || endsOn <= validFrom)) return 'past'
  return validFrom <= today ? 'current' : 'scheduled'
}

/** A certificate exempts deliveries up to and including the day on which it expires. */
export const isExemptOn = (expiresOn: CalendarDate | null | undefined, date: CalendarDate) =>
  typeof expiresOn === 'string' && date <= expiresOn

/** The place whose rates apply; addresses are stored as they were typed. */
export function toPlace(address: { deliveryState: string; deliveryZip: string }) {
  const [zip = ''] = /^\d{5}/.exec(address.deliveryZip.trim()) ?? []
  return { zip, state: address.deliveryState.trim().toUpperCase() }
}
