import type { StaffMember } from '#contract/staff/accounts.ts'
import type { StaffRole } from '#contract/staff/permissions.ts'
import { type BadgeStyle, StatusBadge } from '#web/shared/status-badge.tsx'

export const staffRoleOptions = [
  { value: 'owner', label: 'Owner' },
  { value: 'manager', label: 'Manager' },
  { value: 'dispatcher', label: 'Dispatcher' },
  { value: 'viewer', label: 'Viewer' },
  { value: 'driver', label: 'Driver' },
] as const satisfies readonly { value: StaffRole; label: string }[]

export const roleHints: Record<StaffRole, string> = {
  owner: 'Everything, including staff and settings.',
  manager: 'Everything except staff and settings.',
  dispatcher: 'Customers, orders, schedules and trucks. No refunds or exports.',
  viewer: 'Can read, but not change or export.',
  driver: 'No access to the admin portal.',
}

export const roleLabel = (role: string) =>
  staffRoleOptions.find(({ value }) => value === role)?.label ?? role

export const staffStatusOptions = [
  { value: 'active', label: 'Active' },
  { value: 'invited', label: 'Invited' },
  { value: 'disabled', label: 'Disabled' },
] as const satisfies readonly { value: StaffMember['status']; label: string }[]

const styles: Record<string, BadgeStyle> = {
  active: ['Active', 'success'],
  invited: ['Invited', 'info'],
  disabled: ['Disabled', 'neutral'],
}

export function StaffStatusBadge({ status }: { status: string }) {
  return <StatusBadge styles={styles} status={status} />
}
