import { useQuery } from '@tanstack/react-query'
import { shopDate } from '#contract/dates/shop-calendar.ts'
import { formatCents } from '#contract/money.ts'
import { invoicesQuery } from '#web/api/customer.ts'
import { pageData } from '#web/api/page-data.ts'
import { paths } from '#web/paths.ts'
import { formatDay } from '#web/shared/instant.ts'
import { SiteLink } from '#web/shared/site-link.tsx'
import { Card, CardBody, CardHeader, CardTitle } from '#web/ui/card.tsx'
import { cx } from '#web/ui/cx.ts'
import { listAmountsDue } from './list-amounts-due.ts'

/** Orders that are paid on delivery or by invoice and not paid yet. Hidden if there are none. */
export function AmountsDue() {
  const { data: invoices = [] } = useQuery(invoicesQuery)
  const due = listAmountsDue(invoices)
  if (due.length === 0) return null
  const today = shopDate(pageData().shop.calendar, new Date())
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
                <DueDate dueOn={dueOn} isOverdue={dueOn !== null && dueOn < today} />
              </span>
              <span className="font-semibold tabular-nums">{formatCents(cents)}</span>
            </li>
          ))}
        </ul>
      </CardBody>
    </Card>
  )
}

function DueDate({ dueOn, isOverdue }: { dueOn: string | null; isOverdue: boolean }) {
  const text = isOverdue ? 'Overdue since' : 'Due'
  return (
    <span className={cx('block text-sm', isOverdue ? 'font-semibold text-warning' : 'text-muted')}>
      {dueOn ? `${text} ${formatDay(dueOn)}` : 'Due on delivery'}
    </span>
  )
}
