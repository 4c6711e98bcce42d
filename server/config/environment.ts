import { z } from 'zod'
import { isTimeZone } from '#contract/dates/time-zone.ts'

/** An invalid setting; the message is one line for the operator. */
export class ConfigError extends Error {}

export const DEMO_ADMIN = { email: 'admin@carboy.example', password: 'carboy-demo-staff' }

/** Normalized, so that `HTTPS://…` counts as https everywhere. */
const origin = z.url({ protocol: /^https?$/i }).transform((text) => {
  const url = new URL(text)
  return `${url.origin}${url.pathname}`.replace(/\/+$/, '')
})

const modes = ['development', 'test', 'production'] as const

const Environment = z.object({
  NODE_ENV: z
    .enum(modes, { error: 'must be development, test or production (not set: development)' })
    .default('development'),
  PORT: z.coerce.number().int().min(0).max(65535).default(3000),
  HOST: z.string().optional(),
  PUBLIC_URL: origin.optional(),
  TRUST_PROXY: z.coerce.number().int().min(0).max(10).optional(),
  DATA_DIR: z.string().default('./data'),
  // Not `z.url()`: the URL of a Unix socket has no host, which the URL standard rejects.
  DATABASE_URL: z
    .string()
    .regex(/^postgres(ql)?:\/\//, 'must be a postgres:// URL')
    .optional(),
  ADMIN_EMAIL: z.email().optional(),
  ADMIN_PASSWORD: z.string().min(6).optional(),
  SMTP_URL: z.url({ protocol: /^smtps?$/ }).optional(),
  PAYMENTS: z.enum(['sandbox', 'stripe', 'stripe-test']).optional(),
  STRIPE_SECRET_KEY: z.string().optional(),
  STRIPE_PUBLISHABLE_KEY: z.string().optional(),
  STRIPE_WEBHOOK_SECRET: z.string().optional(),
  STRIPE_API_BASE: origin.optional(),
  RATE_LIMIT_SCALE: z.coerce.number().positive().default(1),
  SHOP_NAME: z.string().optional(),
  SHOP_PHONE: z.string().optional(),
  SHOP_EMAIL: z.email().optional(),
  SHOP_CITY: z.string().optional(),
  SHOP_TOWN: z.string().optional(),
  SHOP_TIME_ZONE: z
    .string()
    .refine(isTimeZone, 'must be a valid time zone, such as America/New_York')
    .optional(),
  /** Base of an OSRM server, which has the roads. */
  ROUTING_URL: origin.optional(),
  SEED: z.enum(['demo', 'empty', 'none']).optional(),
  METRICS_TOKEN: z.string().min(16).optional(),
  SECRETS_KEY: z.string().min(32, 'must have at least 32 characters').optional(),
  BACKUP_KEY: z.string().min(16, 'must have at least 16 characters').optional(),
  LOG_LEVEL: z.enum(['debug', 'info', 'warn', 'error', 'silent']).default('info'),
})

export type Environment = z.infer<typeof Environment>

/** Parses each setting on its own. `assertSafeSettings` checks their combinations. */
export function readEnvironment(source: Record<string, string | undefined>): Environment {
  // An empty value in an .env file means 'not set'.
  const nonEmpty = Object.entries(source).filter(([, value]) => value?.trim() !== '')
  const parsed = Environment.safeParse(Object.fromEntries(nonEmpty))
  if (parsed.success) return parsed.data
  const issue = parsed.error.issues[0]
  throw new ConfigError(`${issue?.path.join('.')}: ${issue?.message}`)
}
