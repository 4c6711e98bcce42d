import { createContext, useContext } from 'react'
import type { Permission } from '#contract/staff/permissions.ts'

/** The permissions of the logged-in staff member. Undefined if the backend knows no roles. */
export const StaffPermissions = createContext<readonly string[] | undefined>(undefined)

/** Rule 35: screens hide what the server would reject. */
export function useCan(): (permission: Permission) => boolean {
  const permissions = useContext(StaffPermissions)
  return (permission) => permissions?.includes(permission) ?? true
}
