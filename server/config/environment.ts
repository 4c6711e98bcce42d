import { z } from 'zod'

/** What is wrong with the environment, in one line for the person who starts the shop. */
export class ConfigError extends Error {}

export const DEMO_ADMIN = { email: 'admin@carboy.example', password: 'carboy-demo-staff' }

const isTimeZone = (zone: string) => {
  try {
    return Boolean(new Intl.DateTimeFormat('en-US', { timeZone: zone }))
  } catch {
    return false
  }
}

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
  // Not a web address: a unix socket's has no host, which the URL standard refuses.
  DATABASE_URL: z
    .string()
    .regex(/^postgres(ql)?:\/\//, 'is no postgres:// address')
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
  SHOP_NAME: z.string().default('Carboy Water'),
  SHOP_PHONE: z.string().default('(845) 555-0142'),
  SHOP_EMAIL: z.email().default('hello@carboy.example'),
  SHOP_CITY: z.string().default('Kingston, New York'),
  SHOP_TOWN: z.string().default('Rhinebeck, New York'),
  SHOP_TIME_ZONE: z.string().refine(isTimeZone, 'is no time zone this machine knows').optional(),
  SEED: z.enum(['demo', 'empty', 'none']).optional(),
  METRICS_TOKEN: z.string().min(16).optional(),
  LOG_LEVEL: z.enum(['debug', 'info', 'warn', 'error', 'silent']).default('info'),
})

export type Environment = z.infer<typeof Environment>

/** Every setting, each well-formed by itself. Whether they fit together is for the rules. */
export function readEnvironment(source: Record<string, string | undefined>): Environment {
  // An empty line in an .env file means 'not set', not 'set to nothing'.
  const set = Object.entries(source).filter(([, value]) => value?.trim() !== '')
  const parsed = Environment.safeParse(Object.fromEntries(set))
  if (parsed.success) return parsed.data
  const issue = parsed.error.issues[0]
  throw new ConfigError(`${issue?.path.join('.')}: ${issue?.message}`)
}
