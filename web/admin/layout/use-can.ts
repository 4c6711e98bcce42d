import { createContext, useContext } from 'react'
import type { Permission } from '#contract/staff/permissions.ts'

/** The permissions of the logged-in staff member. Undefined if the backend has no roles. */
export const StaffPermissions = createContext<readonly string[] | undefined>(undefined)

/** Whether the backend has roles and this one may do it, for requests that other backends lack. */
export const useHasPermission = (permission: Permission): boolean =>
  useContext(StaffPermissions)?.includes(permission) ?? false

/** Rule 35: screens hide what the server would reject. */
export function useCan(): (permission: Permission) => boolean {
  const permissions = useContext(StaffPermissions)
  return (permission) => permissions?.includes(permission) ?? true
}
