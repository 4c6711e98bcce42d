import { resolve } from 'node:path'
import type { InitialSettings } from '#server/modules/settings/index.ts'
import { assertSafeSettings, isLoopback, rejectSetting } from './assert-safe-settings.ts'
import { DEMO_ADMIN, type Environment, readEnvironment } from './environment.ts'
import { type PaymentsConfig, readPaymentsConfig } from './payments-config.ts'

export { ConfigError } from './environment.ts'

export type Config = Readonly<{
  production: boolean
  port: number
  host: string
  /** Base of every link, without a trailing slash. */
  publicUrl: string
  /** Cookies are Secure and carry the __Host- prefix. */
  https: boolean
  trustProxy: number
  dataDir: string
  databaseUrl: string | undefined
  admin: { email: string; password: string; isDemo: boolean }
  smtp: { url: string; isLocal: boolean; requireTls: boolean } | undefined
  payments: PaymentsConfig
  rateLimitScale: number
  /** An OSRM server; without one, distances are estimated. */
  routingUrl: string | undefined
  /** Stored at the first start (rule 33). */
  initialSettings: InitialSettings
  seed: 'demo' | 'empty' | 'none'
  metricsToken: string | undefined
  /** Encrypts secrets in the database together with a key that is stored there. */
  secretsKey: string | undefined
  /** Encrypts backups. */
  backupKey: string | undefined
  logLevel: 'debug' | 'info' | 'warn' | 'error' | 'silent'
}>

/** Parses the environment once; no other code reads process.env. */
export function readConfig(
  source: Record<string, string | undefined>,
  options: { needsWebhookSecret?: boolean } = {},
): Config {
  const env = readEnvironment(source)
  assertSafeSettings(env)
  const production = env.NODE_ENV === 'production'
  const seed = env.SEED ?? (production ? 'empty' : 'demo')

  const publicUrl = env.PUBLIC_URL ?? `http://localhost:${env.PORT}`
  return {
    production,
    port: env.PORT,
    host: env.HOST ?? (production ? '0.0.0.0' : '127.0.0.1'),
    publicUrl,
    https: publicUrl.startsWith('https:'),
    trustProxy: env.TRUST_PROXY ?? 0,
    dataDir: resolve(env.DATA_DIR),
    databaseUrl: env.DATABASE_URL,
    admin: {
      email: env.ADMIN_EMAIL ?? DEMO_ADMIN.email,
      password: env.ADMIN_PASSWORD ?? DEMO_ADMIN.password,
      isDemo: !env.ADMIN_EMAIL && !env.ADMIN_PASSWORD,
    },
    smtp: readSmtpConfig(env),
    payments: readPaymentsConfig(env, options),
    rateLimitScale: env.RATE_LIMIT_SCALE,
    routingUrl: env.ROUTING_URL,
    initialSettings: readInitialSettings(env, seed),
    seed,
    metricsToken: env.METRICS_TOKEN,
    secretsKey: env.SECRETS_KEY,
    backupKey: env.BACKUP_KEY,
    logLevel: env.LOG_LEVEL,
  }
}

/** Emails contain login links, so production requires TLS to a remote mail server. */
function readSmtpConfig({ SMTP_URL: url, NODE_ENV: mode }: Environment): Config['smtp'] {
  if (!url) return undefined
  const isLocal = isLoopback(new URL(url).hostname)
  return { url, isLocal, requireTls: mode === 'production' && !isLocal }
}

/** The demo's addresses are in the Hudson Valley. */
const DEMO_TIME_ZONE = 'America/New_York'

const machineTimeZone = () => new Intl.DateTimeFormat().resolvedOptions().timeZone

/** Later starts use the stored settings, so only the first one needs a zone. */
function readInitialSettings(env: Environment, seed: Config['seed']): InitialSettings {
  return {
    name: env.SHOP_NAME ?? 'Carboy Water',
    phone: env.SHOP_PHONE ?? '(845) 555-0142',
    email: env.SHOP_EMAIL ?? 'hello@carboy.example',
    city: env.SHOP_CITY ?? 'Kingston, New York',
    town: env.SHOP_TOWN ?? 'Rhinebeck, New York',
    timeZone() {
      if (env.SHOP_TIME_ZONE) return env.SHOP_TIME_ZONE
      if (env.NODE_ENV === 'production') {
        rejectSetting('SHOP_TIME_ZONE', 'required in production, such as America/New_York')
      }
      return seed === 'demo' ? DEMO_TIME_ZONE : machineTimeZone()
    },
    fromEnvironment: {
      name: env.SHOP_NAME,
      phone: env.SHOP_PHONE,
      email: env.SHOP_EMAIL,
      city: env.SHOP_CITY,
      town: env.SHOP_TOWN,
      timeZone: env.SHOP_TIME_ZONE,
    },
  }
}
