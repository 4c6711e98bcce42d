import type { TruckStatus } from '#contract/fleet.ts'
import { type BadgeStyle, StatusBadge } from '#web/shared/status-badge.tsx'

export const truckStatusOptions = [
  { value: 'available', label: 'Available' },
  { value: 'in-use', label: 'In use' },
  { value: 'maintenance', label: 'Maintenance' },
] as const satisfies readonly { value: TruckStatus; label: string }[]

const styles: Record<string, BadgeStyle> = {
  available: ['Available', 'success'],
  'in-use': ['In use', 'info'],
  maintenance: ['Maintenance', 'warning'],
}

export function TruckStatusBadge({ status }: { status: string | null | undefined }) {
  return <StatusBadge styles={styles} status={status} />
}
