import type { StaffCustomer } from '#contract/staff/staff.ts'
import { toFields, toId, toNumber, toText } from './read.ts'

/** A customer in the staff list. Null means that the backend did not send the value. */
export type KnownCustomer = { id: string } & {
  [K in keyof Omit<StaffCustomer, 'id' | 'role'>]: StaffCustomer[K] | null
}

export function adaptCustomer(body: unknown): KnownCustomer {
  const customer = toFields(body)
  return {
    id: toId(customer.id),
    email: toText(customer.email),
    name: toText(customer.name),
    phone: toText(customer.phone),
    invoiceNetDays: toNumber(customer.invoiceNetDays),
    createdAt: toText(customer.createdAt),
    version: toNumber(customer.version),
  }
}

/** The customer's own profile. */
export type KnownProfile = Record<'email' | 'name' | 'phone', string | null>

export function adaptProfile(body: unknown): KnownProfile {
  const profile = toFields(body)
  return {
    email: toText(profile.email),
    name: toText(profile.name),
    phone: toText(profile.phone),
  }
}

/** The logged-in user. The role is a string, because other backends may use other roles. */
export type KnownUser = {
  role: string | null
  email: string | null
  /** Undefined if the backend knows no staff roles. */
  permissions?: readonly string[] | undefined
  /** Undefined if the backend has no two-step verification. */
  twoStep?: KnownTwoStep | undefined
  /** Sensitive actions ask for the password or a code first. */
  needsConfirmation?: boolean | undefined
}

export type KnownTwoStep = { isOn: boolean; requiredFrom: string | null; isOverdue: boolean }

/** Returns null if the user is not logged in. */
export function adaptSession(body: unknown): { user: KnownUser } | null {
  const { user } = toFields(body)
  if (!user) return null
  const { role, email, permissions, twoStep, needsConfirmation } = toFields(user)
  return {
    user: {
      role: toText(role),
      email: toText(email),
      permissions: Array.isArray(permissions) ? permissions.map(String) : undefined,
      twoStep: twoStep ? adaptTwoStep(twoStep) : undefined,
      needsConfirmation: needsConfirmation === true || undefined,
    },
  }
}

function adaptTwoStep(body: unknown): KnownTwoStep {
  const { isOn, requiredFrom, isOverdue } = toFields(body)
  return {
    isOn: isOn === true,
    requiredFrom: toText(requiredFrom),
    isOverdue: isOverdue === true,
  }
}
