import type { StaffCustomer } from '#contract/staff/staff.ts'
import { toFields, toId, toNumber, toText } from './read.ts'

/** A customer in the staff's list, complete: null is what the backend did not tell. */
export type KnownCustomer = { id: string } & {
  [K in keyof Omit<StaffCustomer, 'id' | 'role'>]: StaffCustomer[K] | null
}

export function adaptCustomer(answer: unknown): KnownCustomer {
  const customer = toFields(answer)
  return {
    id: toId(customer.id),
    email: toText(customer.email),
    name: toText(customer.name),
    phone: toText(customer.phone),
    createdAt: toText(customer.createdAt),
    version: toNumber(customer.version),
  }
}

/** The own profile, complete. */
export type KnownProfile = Record<'email' | 'name' | 'phone', string | null>

export function adaptProfile(answer: unknown): KnownProfile {
  const profile = toFields(answer)
  return {
    email: toText(profile.email),
    name: toText(profile.name),
    phone: toText(profile.phone),
  }
}

/** Who is logged in; the role is text, for nobody but ours has the same two. */
export type KnownUser = { role: string | null; email: string | null }

/** null where nobody is. */
export function adaptSession(answer: unknown): { user: KnownUser } | null {
  const { user } = toFields(answer)
  if (!user) return null
  const { role, email } = toFields(user)
  return { user: { role: toText(role), email: toText(email) } }
}
