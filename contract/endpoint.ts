import type { z } from 'zod'
import type { FailureCode } from './errors.ts'
import type { Permission, SensitivePermission } from './staff/permissions.ts'

/**
 * Who may call: anyone, a logged-in customer, staff, the card provider (by signature), a driver who is
 * logged in on a phone, or such a phone by its login or by the upload key of a route (rule 56).
 */
export type Role = 'public' | 'customer' | 'admin' | 'provider' | 'driver' | 'device'

/**
 * One endpoint of the API. The server mounts it, the browser's client is typed by it, and the
 * OpenAPI document is generated from it.
 */
export type Endpoint = EndpointShape & (StaffAccess | OtherAccess)

/**
 * Rule 35: staff endpoints name the permission that they need. Rule 37: with `needsConfirmation` the
 * password or a code must have been entered in the last 15 minutes.
 */
type StaffAccess = {
  role: 'admin'
  /** A further permission that only some bodies need, such as a refund with a cancellation. */
  bodyPermission?(body: unknown): Permission | undefined
} & (
  | { permission: SensitivePermission; needsConfirmation: true }
  // Reading accounts is no sensitive action; changing them is.
  | { permission: 'staff.manage'; needsConfirmation: boolean }
  | {
      permission: Exclude<Permission, SensitivePermission | 'staff.manage'>
      needsConfirmation?: true
    }
)
type OtherAccess = {
  role: Exclude<Role, 'admin'>
  permission?: undefined
  bodyPermission?: undefined
  needsConfirmation?: undefined
}

type EndpointShape = {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  path: string
  summary: string
  params?: z.ZodType
  query?: z.ZodType
  body?: z.ZodType
  /** In bytes; the server has a default. */
  bodyLimit?: number
  reply?: z.ZodType
  /** Defaults to 200. */
  status?: 200 | 201 | 204
  /** The reply is a stream of server-sent events. */
  stream?: boolean
  /** The reply is a file of this type instead of JSON. */
  file?: 'text/csv' | 'text/calendar' | 'image/webp'
  /** The body is a file of this type instead of JSON; the handler reads its bytes. */
  upload?: 'text/csv' | 'image/*'
  failures: readonly FailureCode[]
}

type ParsedSchema<T> = T extends z.ZodType ? z.infer<T> : undefined

export type ParamsOf<E extends Endpoint> = ParsedSchema<E['params']>
export type QueryOf<E extends Endpoint> = ParsedSchema<E['query']>
/** The parsed request, for the handler. */
export type BodyOf<E extends Endpoint> = ParsedSchema<E['body']>
/** The request, as the caller sends it. */
export type SentBodyOf<E extends Endpoint> = E['body'] extends z.ZodType
  ? z.input<E['body']>
  : undefined
export type ReplyOf<E extends Endpoint> = E['reply'] extends z.ZodType
  ? z.input<E['reply']>
  : undefined
