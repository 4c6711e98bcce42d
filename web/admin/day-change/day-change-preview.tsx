import { pageRoutes } from '#contract/pages.ts'
import type { DayChangeResult, MovedDelivery, RunDryCustomer } from '#contract/zones/day-changes.ts'
import { formatDay } from '#web/shared/instant.ts'
import { SiteLink } from '#web/shared/site-link.tsx'
import { Table, TableCell, TableRow } from '#web/ui/table/table.tsx'

const MAX_SHOWN = 100

const count = (n: number, one: string, many: string) =>
  `${n.toLocaleString('en-US')} ${n === 1 ? one : many}`

/** What a day change would do. Fields that another backend leaves out are empty. */
export function DayChangePreview({ result }: { result: DayChangeResult }) {
  const { deliveries = [], runDry = [], counts = {} as Partial<DayChangeResult['counts']> } = result
  const { charges = 0, emails = 0, stops = 0, planned = 0, staying = 0 } = counts
  const lines = [
    deliveries.length > 0 && `${count(deliveries.length, 'delivery moves', 'deliveries move')}.`,
    charges > 0 && `${count(charges, 'charge moves', 'charges move')} along.`,
    planned > 0 &&
      `${count(planned, 'later subscription delivery gets', 'later subscription deliveries get')} another date.`,
    stops > 0 && `${count(stops, 'truck stop comes', 'truck stops come')} off the plan.`,
    staying > 0 &&
      `${count(staying, 'delivery is', 'deliveries are')} on the road or delivered and won't move.`,
    emails > 0 && `${count(emails, 'customer is', 'customers are')} emailed after ten minutes.`,
  ].filter((line) => typeof line === 'string')
  if (lines.length === 0) return <p>No open deliveries are affected.</p>
  return (
    <div className="flex flex-col gap-5">
      <ul className="flex list-disc flex-col gap-1 pl-5">
        {lines.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
      {runDry.length > 0 ? <RunDryList customers={runDry} /> : null}
      {deliveries.length > 0 ? <MovedList deliveries={deliveries} /> : null}
    </div>
  )
}

const extraStop = ({ customerId }: RunDryCustomer) =>
  `${pageRoutes.adminNewOrder}${customerId ? `?customer=${customerId}` : ''}`

function RunDryList({ customers }: { customers: readonly RunDryCustomer[] }) {
  return (
    <section className="flex flex-col gap-2">
      <h3 className="font-semibold">May run out of water</h3>
      <p className="text-muted text-sm">They wait longer than a quarter of their interval.</p>
      <div className="overflow-hidden rounded-control border border-line">
        <Table label="May run out of water" columns={['Customer', 'New date', 'Phone', 'Help']}>
          {customers.slice(0, MAX_SHOWN).map((customer) => (
            <TableRow key={customer.orderId}>
              <TableCell label="Customer">
                <span className="wrap-anywhere font-semibold">{customer.customerName || '–'}</span>
              </TableCell>
              <TableCell label="New date">
                {formatDay(customer.to)} (+{count(customer.delayDays, 'day', 'days')})
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
              <TableCell label="Help">
                <SiteLink href={extraStop(customer)} className="text-action-strong underline">
                  Extra stop
                </SiteLink>
              </TableCell>
            </TableRow>
          ))}
        </Table>
      </div>
      <More n={customers.length - MAX_SHOWN} />
    </section>
  )
}

const chargeTexts: Record<MovedDelivery['charge'], string> = {
  moves: 'Charged on the new date',
  stays: 'Charge stays',
  none: 'No charge',
}

function MovedList({ deliveries }: { deliveries: readonly MovedDelivery[] }) {
  return (
    <section className="flex flex-col gap-2">
      <h3 className="font-semibold">Deliveries</h3>
      <div className="overflow-hidden rounded-control border border-line">
        <Table label="Moved deliveries" columns={['Customer', 'From', 'To', 'Charge']}>
          {deliveries.slice(0, MAX_SHOWN).map((delivery) => (
            <TableRow key={delivery.orderId}>
              <TableCell label="Customer">
                <span className="wrap-anywhere font-semibold">{delivery.customerName || '–'}</span>
              </TableCell>
              <TableCell label="From">{formatDay(delivery.from)}</TableCell>
              <TableCell label="To">{formatDay(delivery.to)}</TableCell>
              <TableCell label="Charge">{chargeTexts[delivery.charge] ?? '–'}</TableCell>
            </TableRow>
          ))}
        </Table>
      </div>
      <More n={deliveries.length - MAX_SHOWN} />
    </section>
  )
}

function More({ n }: { n: number }) {
  return n > 0 ? <p className="text-muted text-sm">And {n.toLocaleString('en-US')} more.</p> : null
}
