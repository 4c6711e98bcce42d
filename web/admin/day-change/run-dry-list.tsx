import { addDays } from '#contract/dates/calendar.ts'
import type { RunDryCustomer } from '#contract/zones/day-changes.ts'
import { formatDay } from '#web/shared/instant.ts'
import { Button } from '#web/ui/button.tsx'
import { Input } from '#web/ui/form/input.tsx'
import { Table, TableCell, TableRow } from '#web/ui/table/table.tsx'
import { ariaRowCount, TableRows } from '#web/ui/table/table-rows.tsx'

/** Dates of extra stops by order. */
export type ExtraStops = Record<string, string>

type RunDryListProps = {
  customers: readonly RunDryCustomer[]
  extraStops: ExtraStops
  onChange: (extraStops: ExtraStops) => void
}

const compactRow = 'compact:grid-cols-[minmax(0,1fr)_auto]'

/** Customers to call, and a stop on an earlier date for those who can't wait. */
export function RunDryList({ customers, extraStops, onChange }: RunDryListProps) {
  return (
    <section className="flex flex-col gap-2">
      <h3 className="font-semibold">May run out of water</h3>
      <p className="text-muted text-sm">
        Based on their bottle counts, or because the delay is longer than a quarter of the time
        between their deliveries. An extra stop moves their delivery and its charge to an earlier
        date.
      </p>
      <div className="overflow-hidden rounded-control border border-line">
        <Table
          label="May run out of water"
          columns={['Customer', 'New date', 'Phone', 'Extra stop']}
          isCompact
          rowCount={ariaRowCount(customers)}
        >
          <TableRows rows={customers}>
            {(customer, position) => (
              <TableRow key={customer.orderId} className={compactRow} {...position}>
                <TableCell label="Customer">
                  <span className="wrap-anywhere font-semibold">
                    {customer.customerName || '–'}
                  </span>
                </TableCell>
                <TableCell label="New date" className="compact:justify-self-end">
                  {formatDay(customer.to)} (+{customer.delayDays}{' '}
                  {customer.delayDays === 1 ? 'day' : 'days'})
                </TableCell>
                <TableCell label="Phone">
                  {customer.phone ? (
                    <a href={`tel:${customer.phone}`} className="text-action-strong underline">
                      Call {customer.phone}
                    </a>
                  ) : (
                    '–'
                  )}
                </TableCell>
                <TableCell label="Extra stop" className="compact:justify-self-end">
                  <ExtraStop
                    customer={customer}
                    date={extraStops[customer.orderId]}
                    onChange={(date) => onChange(withStop(extraStops, customer.orderId, date))}
                  />
                </TableCell>
              </TableRow>
            )}
          </TableRows>
        </Table>
      </div>
    </section>
  )
}

function withStop(stops: ExtraStops, orderId: string, date: string | undefined): ExtraStops {
  const { [orderId]: _, ...others } = stops
  return date === undefined ? others : { ...others, [orderId]: date }
}

type ExtraStopProps = {
  customer: RunDryCustomer
  date: string | undefined
  onChange: (date: string | undefined) => void
}

function ExtraStop({ customer, date, onChange }: ExtraStopProps) {
  const { customerName, extraStopDate, to } = customer
  if (!extraStopDate) return '–'
  if (date === undefined) {
    return (
      <Button
        variant="secondary"
        size="small"
        onClick={() => onChange(extraStopDate)}
        aria-label={`Extra stop for ${customerName}`}
      >
        Extra stop
      </Button>
    )
  }
  return (
    <div className="flex flex-wrap items-center justify-end gap-2 sm:flex-nowrap">
      <div className="w-40">
        <Input
          type="date"
          value={date}
          max={addDays(to, -1)}
          onChange={(event) => onChange(event.target.value || extraStopDate)}
          aria-label={`Date of the extra stop for ${customerName}`}
          className="h-11 sm:h-9"
        />
      </div>
      <Button
        variant="secondary"
        size="small"
        onClick={() => onChange(undefined)}
        aria-label={`Remove the extra stop for ${customerName}`}
      >
        Remove
      </Button>
    </div>
  )
}
