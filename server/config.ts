import { resolve } from 'node:path'
import { z } from 'zod'
import type { Shop } from '#contract/shop.ts'

/** What is wrong with the environment, in one line for the person who starts the shop. */
export class ConfigError extends Error {}

export type Config = Readonly<{
  production: boolean
  port: number
  host: string
  /** Base of every link, without a slash at its end. */
  publicUrl: string
  /** Cookies are Secure and carry the __Host- prefix. */
  https: boolean
  trustProxy: number
  dataDir: string
  databaseUrl: string | undefined
  admin: { email: string; password: string; isDemo: boolean }
  smtpUrl: string | undefined
  payments: PaymentsConfig
  rateLimitScale: number
  shop: Shop
  seed: 'demo' | 'empty' | 'none'
  metricsToken: string | undefined
  logLevel: 'debug' | 'info' | 'warn' | 'error' | 'silent'
}>

export type PaymentsConfig =
  | { provider: 'sandbox' }
  | {
      provider: 'stripe'
      secretKey: string
      publishableKey: string
      webhookSecret: string
      apiBase: string | undefined
    }

export const DEMO_ADMIN = { email: 'admin@carboy.example', password: 'carboy-demo-staff' }

const isTimeZone = (zone: string) => {
  try {
    return Boolean(new Intl.DateTimeFormat('en-US', { timeZone: zone }))
  } catch {
    return false
  }
}

const origin = z.url({ protocol: /^https?$/ }).transform((url) => url.replace(/\/+$/, ''))

const Environment = z.object({
  NODE_ENV: z.string().optional(),
  PORT: z.coerce.number().int().min(0).max(65535).default(3000),
  HOST: z.string().optional(),
  PUBLIC_URL: origin.optional(),
  TRUST_PROXY: z.coerce.number().int().min(0).max(10).default(0),
  DATA_DIR: z.string().default('./data'),
  // Not a web address: a unix socket's has no host, which the URL standard refuses.
  DATABASE_URL: z
    .string()
    .regex(/^postgres(ql)?:\/\//, 'is no postgres:// address')
    .optional(),
  ADMIN_EMAIL: z.email().optional(),
  ADMIN_PASSWORD: z.string().min(6).optional(),
  SMTP_URL: z.url({ protocol: /^smtps?$/ }).optional(),
  PAYMENTS: z.enum(['sandbox', 'stripe']).optional(),
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

type Environment = z.infer<typeof Environment>

/** The environment, parsed once; nobody else reads process.env. */
export function readConfig(source: Record<string, string | undefined>): Config {
  // An empty line in an .env file means 'not set', not 'set to nothing'.
  const set = Object.fromEntries(Object.entries(source).filter(([, value]) => value !== ''))
  const parsed = Environment.safeParse(set)
  if (!parsed.success) {
    const issue = parsed.error.issues[0]
    throw new ConfigError(`${issue?.path.join('.')}: ${issue?.message}`)
  }
  const env = parsed.data
  const production = env.NODE_ENV === 'production'
  if (production) refuseUnsafe(env)

  const publicUrl = env.PUBLIC_URL ?? `http://localhost:${env.PORT}`
  return {
    production,
    port: env.PORT,
    host: env.HOST ?? (production ? '0.0.0.0' : '127.0.0.1'),
    publicUrl,
    https: publicUrl.startsWith('https:'),
    trustProxy: env.TRUST_PROXY,
    dataDir: resolve(env.DATA_DIR),
    databaseUrl: env.DATABASE_URL,
    admin: {
      email: env.ADMIN_EMAIL ?? DEMO_ADMIN.email,
      password: env.ADMIN_PASSWORD ?? DEMO_ADMIN.password,
      isDemo: !env.ADMIN_EMAIL && !env.ADMIN_PASSWORD,
    },
    smtpUrl: env.SMTP_URL,
    payments: paymentsOf(env),
    rateLimitScale: env.RATE_LIMIT_SCALE,
    shop: shopOf(env),
    seed: env.SEED ?? (production ? 'empty' : 'demo'),
    metricsToken: env.METRICS_TOKEN,
    logLevel: env.LOG_LEVEL,
  }
}

function refuseUnsafe(env: Environment): void {
  const refuse = (variable: string, why: string) => {
    throw new ConfigError(`${variable}: ${why}`)
  }
  if (!env.PUBLIC_URL?.startsWith('https:'))
    refuse('PUBLIC_URL', 'production needs an https address')
  if (!env.PAYMENTS) refuse('PAYMENTS', 'production needs sandbox or stripe, said outright')
  if (!env.SMTP_URL) refuse('SMTP_URL', 'production needs a mail server')
  if (!env.ADMIN_EMAIL || !env.ADMIN_PASSWORD) {
    refuse('ADMIN_EMAIL, ADMIN_PASSWORD', 'production needs a staff account of its own')
  }
  if (env.ADMIN_EMAIL === DEMO_ADMIN.email || env.ADMIN_PASSWORD === DEMO_ADMIN.password) {
    refuse('ADMIN_EMAIL, ADMIN_PASSWORD', 'production refuses the demo staff account')
  }
  if (env.SEED === 'demo') refuse('SEED', 'production takes no demo data')
}

function paymentsOf(env: Environment): PaymentsConfig {
  if (env.PAYMENTS !== 'stripe') return { provider: 'sandbox' }
  const needed = (
    name: 'STRIPE_SECRET_KEY' | 'STRIPE_PUBLISHABLE_KEY' | 'STRIPE_WEBHOOK_SECRET',
  ) => {
    const value = env[name]
    if (!value) throw new ConfigError(`${name}: needed with PAYMENTS=stripe`)
    return value
  }
  return {
    provider: 'stripe',
    secretKey: needed('STRIPE_SECRET_KEY'),
    publishableKey: needed('STRIPE_PUBLISHABLE_KEY'),
    webhookSecret: needed('STRIPE_WEBHOOK_SECRET'),
    apiBase: env.STRIPE_API_BASE,
  }
}

function shopOf(env: Environment): Shop {
  return {
    name: env.SHOP_NAME,
    phone: env.SHOP_PHONE,
    email: env.SHOP_EMAIL,
    city: env.SHOP_CITY,
    town: env.SHOP_TOWN,
    timeZone: env.SHOP_TIME_ZONE ?? new Intl.DateTimeFormat().resolvedOptions().timeZone,
  }
}
