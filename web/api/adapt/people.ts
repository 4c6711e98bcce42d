import type { StaffCustomer } from '#contract/staff.ts'
import { fieldsOf, idOf, numberOf, textOf } from './read.ts'

/** A customer in the staff's list, complete: null is what the backend did not tell. */
export type KnownCustomer = { id: string } & {
  [K in keyof Omit<StaffCustomer, 'id' | 'role'>]: StaffCustomer[K] | null
}

export function adaptCustomer(answer: unknown): KnownCustomer {
  const customer = fieldsOf(answer)
  return {
    id: idOf(customer.id),
    email: textOf(customer.email),
    name: textOf(customer.name),
    phone: textOf(customer.phone),
    createdAt: textOf(customer.createdAt),
    version: numberOf(customer.version),
  }
}

/** The own profile, complete. */
export type KnownProfile = Record<'email' | 'name' | 'phone', string | null>

export function adaptProfile(answer: unknown): KnownProfile {
  const profile = fieldsOf(answer)
  return {
    email: textOf(profile.email),
    name: textOf(profile.name),
    phone: textOf(profile.phone),
  }
}

/** Who is logged in; the role is text, for nobody but ours has the same two. */
export type KnownUser = { role: string | null; email: string | null }

/** null where nobody is. */
export function adaptSession(answer: unknown): { user: KnownUser } | null {
  const { user } = fieldsOf(answer)
  if (!user) return null
  const { role, email } = fieldsOf(user)
  return { user: { role: textOf(role), email: textOf(email) } }
}
