import { useQuery } from '@tanstack/react-query'
import { formatOrderNumber } from '#contract/order-number.ts'
import type { StaffCase } from '#contract/staff/cases.ts'
import { DetailList, PanelSection } from '#web/admin/detail/panel-section.tsx'
import { ItemsSection } from '#web/admin/orders/panel/items-section.tsx'
import { staffPaths } from '#web/admin/staff-paths.ts'
import { orderDetailQuery } from '#web/api/staff/backoffice.ts'
import { formatDateTime, formatDay } from '#web/shared/instant.ts'
import { SiteLink } from '#web/shared/site-link.tsx'
import { CasesSection } from '../cases-section.tsx'

const linkClass = 'font-bold text-action-strong underline-offset-3 hover:underline'

/** The order of a case with its items, its customer and what else the customer reported. */
export function CaseContext({ case: row }: { case: StaffCase }) {
  const { data } = useQuery(orderDetailQuery(row.orderId))
  const { customer, order, deliveredAt } = row
  return (
    <>
      <PanelSection title="Order">
        <DetailList
          fields={[
            [
              'Order',
              <SiteLink key="order" href={staffPaths.order(row.orderId)} className={linkClass}>
                {formatOrderNumber(row.orderId)}
              </SiteLink>,
            ],
            [
              'Customer',
              customer.id ? (
                <SiteLink
                  key="customer"
                  href={staffPaths.customer(customer.id)}
                  className={linkClass}
                >
                  {customer.name || customer.email}
                </SiteLink>
              ) : null,
            ],
            ['Delivery date', formatDay(order.deliveryDate)],
            ['Delivered', deliveredAt && formatDateTime(deliveredAt)],
          ]}
        />
      </PanelSection>
      {data?.order ? <ItemsSection order={data.order} /> : null}
      {customer.id ? (
        <CasesSection
          owner={{ customer: customer.id }}
          title="Other cases of this customer"
          exceptId={row.id}
        />
      ) : null}
    </>
  )
}
