import { formatDate } from '#contract/dates/calendar.ts'
import type { StaffTaxRate } from '#contract/staff/tax.ts'
import { Button } from '#web/ui/button.tsx'

type TaxRateListProps = {
  rates: readonly StaffTaxRate[]
  count: number
  onEnd: (rate: StaffTaxRate) => void
}

export function TaxRateList({ rates, count, onEnd }: TaxRateListProps) {
  if (rates.length === 0) return <p className="text-muted text-sm">No tax rates found.</p>
  return (
    <>
      <ul aria-label="Tax rates" className="flex flex-col">
        {rates.map((rate) => (
          <li
            key={rate.id}
            className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 border-line border-t py-2.5 first:border-t-0"
          >
            <div className="min-w-0 text-sm">
              <p className="wrap-anywhere font-semibold">
                {rateName(rate)} <span className="tabular-nums">{rate.rate}%</span>
              </p>
              <p className="text-muted">{periodText(rate)}</p>
            </div>
            {rate.status === 'past' || rate.endsOn ? null : (
              <Button
                variant="secondary"
                size="small"
                aria-label={`End rate of ${rateName(rate)}`}
                onClick={() => onEnd(rate)}
              >
                End rate
              </Button>
            )}
          </li>
        ))}
      </ul>
      {count > rates.length ? (
        <p className="text-muted text-sm">
          Showing {rates.length} of {count.toLocaleString('en-US')} rates. Search to find others.
        </p>
      ) : null}
    </>
  )
}

/** 'ZIP code 12401, Ulster County' */
export function rateName({ scope, value, label }: StaffTaxRate): string {
  const place = scope === 'zip' ? `ZIP code ${value}` : value
  return label ? `${place}, ${label}` : place
}

function periodText({ validFrom, endsOn, status }: StaffTaxRate): string {
  if (endsOn !== null && endsOn <= validFrom) return 'Withdrawn'
  const from = `${status === 'scheduled' ? 'Starts' : 'Since'} ${formatDate(validFrom)}`
  if (endsOn === null) return from
  return `${from}. ${status === 'past' ? 'Ended' : 'Ends'} ${formatDate(endsOn)}`
}
