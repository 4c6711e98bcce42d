/** Permissions of staff, by noun and verb. Every staff endpoint declares one (rule 35). */
export const permissions = [
  'dashboard.read',
  'orders.read',
  'orders.write',
  'cases.read',
  'cases.write',
  'customers.read',
  'customers.write',
  'customers.erase',
  'customers.terms',
  'subscriptions.read',
  'subscriptions.write',
  'subscriptions.import',
  'trucks.read',
  'trucks.write',
  'schedules.read',
  'schedules.write',
  'zones.read',
  'zones.write',
  'products.read',
  'products.write',
  'payments.read',
  'payments.charge',
  'refunds.create',
  'credit.create',
  'exports.read',
  'alerts.read',
  'alerts.resolve',
  'audit.read',
  'account.manage',
  'staff.manage',
  'settings.manage',
  'exemptions.manage',
] as const
export type Permission = (typeof permissions)[number]

/** Rule 37: sensitive actions. They need the password or a code again. */
export const sensitivePermissions = [
  'refunds.create',
  'exports.read',
  'customers.erase',
] as const satisfies readonly Permission[]
export type SensitivePermission = (typeof sensitivePermissions)[number]

export const isSensitive = (permission: Permission): boolean =>
  sensitivePermissions.some((name) => name === permission)

export const staffRoles = ['owner', 'manager', 'dispatcher', 'viewer', 'driver'] as const
export type StaffRole = (typeof staffRoles)[number]

/** Roles that use the staff portal. Drivers have their own pages. */
export type PortalRole = Exclude<StaffRole, 'driver'>

const ownerOnly: readonly Permission[] = ['staff.manage', 'settings.manage']

const dispatcher: readonly Permission[] = [
  'dashboard.read',
  'orders.read',
  'orders.write',
  'cases.read',
  'cases.write',
  'customers.read',
  'customers.write',
  'subscriptions.read',
  'subscriptions.write',
  'trucks.read',
  'trucks.write',
  'schedules.read',
  'schedules.write',
  'zones.read',
  'zones.write',
  'products.read',
  'payments.read',
  'alerts.read',
  'account.manage',
]

const viewer = permissions.filter(
  (name) => name === 'account.manage' || (name.endsWith('.read') && name !== 'exports.read'),
)

const byRole: Record<StaffRole, readonly Permission[]> = {
  owner: permissions,
  manager: permissions.filter((name) => !ownerOnly.includes(name)),
  dispatcher,
  viewer,
  driver: [],
}

export const permissionsFor = (role: StaffRole): readonly Permission[] => byRole[role]

export const hasPermission = (role: StaffRole, permission: Permission): boolean =>
  byRole[role].includes(permission)

export const rolesWith = (permission: Permission): StaffRole[] =>
  staffRoles.filter((role) => hasPermission(role, permission))
