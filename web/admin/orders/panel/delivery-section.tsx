import { CalendarPlus } from 'lucide-react'
import { useState } from 'react'
import { windowText } from '#contract/zones/window-text.ts'
import { ScheduleOrdersDialog } from '#web/admin/bulk/schedule-orders-dialog.tsx'
import { DetailList, PanelSection } from '#web/admin/detail/panel-section.tsx'
import { scheduledTruckLabel } from '#web/admin/schedules/schedule-labels.ts'
import { ScheduleStatusBadge } from '#web/admin/schedules/schedule-statuses.tsx'
import { staffPaths } from '#web/admin/staff-paths.ts'
import type { KnownOrderDetail } from '#web/api/adapt/detail.ts'
import type { KnownOrder } from '#web/api/adapt/order.ts'
import { formatDay } from '#web/shared/instant.ts'
import { orderView } from '#web/shared/orders/order-view.ts'
import { SiteLink } from '#web/shared/site-link.tsx'
import { Button } from '#web/ui/button.tsx'

type DeliverySectionProps = {
  order: KnownOrder
  schedules: KnownOrderDetail['schedules']
  /** The notes of its subscription. */
  deliveryNotes: string | null | undefined
}

export function DeliverySection({ order, schedules, deliveryNotes }: DeliverySectionProps) {
  const [isScheduling, setIsScheduling] = useState(false)
  const { name, email, address, isRecurring, frequency } = orderView(order)
  return (
    <PanelSection
      title="Customer and delivery"
      action={
        <Button variant="secondary" size="small" onClick={() => setIsScheduling(true)}>
          <CalendarPlus aria-hidden className="size-4" />
          Schedule
        </Button>
      }
    >
      <DetailList
        fields={[
          ['Name', name],
          ['Email', email && <CustomerLink id={order.customer?.id} email={email} />],
          ['Phone', order.customerPhone],
          [
            'Address',
            address.map((line) => (
              <span key={line} className="block">
                {line}
              </span>
            )),
          ],
          ['Delivery Date', order.deliveryDate && formatDay(order.deliveryDate)],
          ['Time window', order.deliveryWindow && windowText(order.deliveryWindow)],
          ['Recurring', isRecurring && (frequency ?? 'Yes')],
          ['Delivery notes', deliveryNotes],
        ]}
      />
      {schedules ? <Schedules schedules={schedules} /> : null}
      {isScheduling ? (
        <ScheduleOrdersDialog
          orders={[order]}
          onDone={() => undefined}
          onClose={() => setIsScheduling(false)}
        />
      ) : null}
    </PanelSection>
  )
}

function CustomerLink({ id, email }: { id: string | undefined; email: string }) {
  if (!id) return email
  return (
    <SiteLink
      href={staffPaths.customer(id)}
      className="rounded text-action underline underline-offset-3"
    >
      {email}
    </SiteLink>
  )
}

function Schedules({ schedules }: { schedules: NonNullable<DeliverySectionProps['schedules']> }) {
  const isScheduled = schedules.some(({ status }) => status !== 'cancelled')
  const notice = <p className="text-muted text-sm">Not scheduled on a truck yet.</p>
  if (schedules.length === 0) return notice
  return (
    <>
      {isScheduled ? null : notice}
      <ul aria-label="Schedules" className="flex flex-col gap-2">
        {schedules.map((schedule) => (
          <li
            key={schedule.id}
            className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1 rounded-control bg-surface-soft px-3.5 py-2.5 text-sm"
          >
            <span className="font-semibold">
              {formatDay(schedule.scheduledDate)}
              {schedule.scheduledTime ? `, ${schedule.scheduledTime}` : ''}
            </span>
            <span className="wrap-anywhere">
              {scheduledTruckLabel(schedule, {
                orders: undefined,
                trucks: undefined,
              })}
            </span>
            <ScheduleStatusBadge {...schedule} />
            {schedule.notes ? (
              <span className="wrap-anywhere w-full text-muted">{schedule.notes}</span>
            ) : null}
          </li>
        ))}
      </ul>
    </>
  )
}
