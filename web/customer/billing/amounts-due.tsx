import { useQuery } from '@tanstack/react-query'
import { formatCents } from '#contract/money.ts'
import { invoicesQuery } from '#web/api/customer.ts'
import { paths } from '#web/paths.ts'
import { formatDay } from '#web/shared/instant.ts'
import { SiteLink } from '#web/shared/site-link.tsx'
import { Card, CardBody, CardHeader, CardTitle } from '#web/ui/card.tsx'
import { listAmountsDue } from './list-amounts-due.ts'

/** Orders that are paid on delivery or by invoice and not paid yet. Hidden if there are none. */
export function AmountsDue() {
  const { data: invoices = [] } = useQuery(invoicesQuery)
  const due = listAmountsDue(invoices)
  if (due.length === 0) return null
  const totalCents = due.reduce((sum, { cents }) => sum + cents, 0)
  return (
    <Card aria-labelledby="amounts-due">
      <CardHeader>
        <CardTitle id="amounts-due">Amount due</CardTitle>
        <p className="text-muted">You pay these orders on delivery or by invoice.</p>
      </CardHeader>
      <CardBody className="flex flex-col gap-4">
        <p className="font-extrabold text-2xl tabular-nums tracking-tight">
          {formatCents(totalCents)}
        </p>
        <ul aria-label="Orders to pay" className="flex flex-col gap-2">
          {due.map(({ orderId, invoiceNumber, dueOn, cents }) => (
            <li key={orderId} className="flex justify-between gap-4 border-line border-t pt-2">
              <span>
                <SiteLink
                  href={paths.customerInvoice(orderId)}
                  className="font-semibold text-action-strong underline"
                >
                  {invoiceNumber}
                </SiteLink>
                <span className="block text-muted text-sm">
                  {dueOn ? `Due ${formatDay(dueOn)}` : 'Due on delivery'}
                </span>
              </span>
              <span className="font-semibold tabular-nums">{formatCents(cents)}</span>
            </li>
          ))}
        </ul>
      </CardBody>
    </Card>
  )
}
