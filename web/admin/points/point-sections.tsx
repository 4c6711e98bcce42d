import { useQuery } from '@tanstack/react-query'
import { useCallback } from 'react'
import { PanelSection } from '#web/admin/detail/panel-section.tsx'
import { useHasPermission } from '#web/admin/layout/use-can.ts'
import { customerPointsQuery, orderPointQuery } from '#web/api/points/staff-points.ts'
import { Alert } from '#web/ui/alert.tsx'
import { Button } from '#web/ui/button.tsx'
import { PointButton, PointSummary } from './point-summary.tsx'

/** The door of an order. Hidden once its customer was erased. */
export function OrderPoint({ orderId }: { orderId: string }) {
  const enabled = useHasPermission('orders.read')
  const { data: point, isError, refetch } = useQuery({ ...orderPointQuery(orderId), enabled })
  const refetchPoint = useCallback(async () => (await refetch()).data ?? undefined, [refetch])
  if (isError && !point) return <Failed onRetry={() => void refetch()} />
  if (!point) return null
  return (
    <PanelSection
      title="Delivery point"
      action={<PointButton point={point} refetchPoint={refetchPoint} />}
    >
      <PointSummary point={point} />
    </PanelSection>
  )
}

/** Every address of a customer. */
export function CustomerPoints({ customerId }: { customerId: string }) {
  const enabled = useHasPermission('customers.read')
  const query = useQuery({ ...customerPointsQuery(customerId), enabled })
  const { data: points, isError, refetch } = query
  if (isError && !points) return <Failed onRetry={() => void refetch()} />
  if (!points || points.length === 0) return null
  const refetchPoint = async (id: string) =>
    (await refetch()).data?.find((point) => point.id === id)
  return (
    <PanelSection title="Delivery points">
      <ul className="flex flex-col gap-4">
        {points.map((point) => (
          <li key={point.id} className="flex flex-col gap-2 rounded-control bg-surface-soft p-3.5">
            <div className="flex flex-wrap items-center justify-between gap-2">
              <span className="wrap-anywhere font-semibold text-sm">
                {point.address}, {point.zip}
              </span>
              <PointButton point={point} refetchPoint={() => refetchPoint(point.id)} />
            </div>
            <PointSummary point={point} />
          </li>
        ))}
      </ul>
    </PanelSection>
  )
}

const Failed = ({ onRetry }: { onRetry: () => void }) => (
  <Alert
    tone="danger"
    title="Failed to load delivery point"
    action={
      <Button variant="secondary" size="small" onClick={onRetry}>
        Try again
      </Button>
    }
  />
)
