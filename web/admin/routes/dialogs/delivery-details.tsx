import type { BoardDelivery } from '#contract/routes/board.ts'
import { DetailList } from '#web/admin/detail/panel-section.tsx'
import { OrderPoint } from '#web/admin/points/point-sections.tsx'
import { staffPaths } from '#web/admin/staff-paths.ts'
import { SiteLink } from '#web/shared/site-link.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { addressText, bottlesText, windowText } from '../model/stop-texts.ts'

/** Details of a delivery that a dispatcher needs before moving it. */
export function DeliveryDetails({ delivery }: { delivery: BoardDelivery }) {
  const { window, openingHours, instructions, isOnHold, orderId } = delivery
  return (
    <div className="flex flex-col gap-3">
      <DetailList
        fields={[
          ['Address', addressText(delivery)],
          ['Bottles', bottlesText(delivery.bottles)],
          ...(window ? ([['Window', windowText(window)]] as const) : []),
          ...(openingHours?.length
            ? ([['Open', openingHours.map(windowText).join(', ')]] as const)
            : []),
          ...(instructions ? ([['Instructions', instructions]] as const) : []),
        ]}
      />
      <p className="flex flex-wrap items-center gap-3 text-sm">
        {isOnHold ? <Badge tone="danger">On hold: don't leave bottles</Badge> : null}
        <SiteLink href={staffPaths.order(orderId)} className="underline underline-offset-3">
          View order
        </SiteLink>
      </p>
      <OrderPoint orderId={orderId} />
    </div>
  )
}
