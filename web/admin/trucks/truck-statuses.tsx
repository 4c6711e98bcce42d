import type { TruckStatus } from '#contract/fleet.ts'
import { type Look, StatusBadge } from '#web/shared/status-badge.tsx'

export const truckStatusOptions = [
  { value: 'available', label: 'Available' },
  { value: 'in-use', label: 'In use' },
  { value: 'maintenance', label: 'Maintenance' },
] as const satisfies readonly { value: TruckStatus; label: string }[]

const looks: Record<string, Look> = {
  available: ['Available', 'success'],
  'in-use': ['In use', 'info'],
  maintenance: ['Maintenance', 'warning'],
}

export function TruckStatusBadge({ status }: { status: string | null | undefined }) {
  return <StatusBadge looks={looks} status={status} />
}
