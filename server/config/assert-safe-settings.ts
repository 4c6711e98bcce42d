import { ConfigError, DEMO_ADMIN, type Environment } from './environment.ts'

const MIN_ADMIN_PASSWORD_LENGTH = 12

/** Rejects a mix of production and development settings. */
export function assertSafeSettings(env: Environment): void {
  if (env.NODE_ENV === 'production') assertProductionSettings(env)
  else assertDevelopmentSettings(env)
}

export function rejectSetting(variable: string, whatToDo: string): never {
  throw new ConfigError(`${variable}: ${whatToDo}`)
}

/** Real payments and public URLs require the production settings. */
function assertDevelopmentSettings(env: Environment): void {
  for (const name of ['STRIPE_SECRET_KEY', 'STRIPE_PUBLISHABLE_KEY'] as const) {
    if (/[srp]k_live_/.test(env[name] ?? '')) {
      rejectSetting(
        name,
        'a live key charges real cards: set NODE_ENV=production, or use a test key',
      )
    }
  }
  if (env.PUBLIC_URL?.startsWith('https:')) {
    rejectSetting(
      'PUBLIC_URL',
      `an https URL is a live shop: set NODE_ENV=production, or PUBLIC_URL=http://localhost:${env.PORT}`,
    )
  }
  if (env.HOST !== undefined && !isLoopback(env.HOST)) {
    rejectSetting(
      'HOST',
      `${env.HOST} can be reached from other machines: set NODE_ENV=production, or HOST=127.0.0.1`,
    )
  }
}

function assertProductionSettings(env: Environment): void {
  if (!env.PUBLIC_URL?.startsWith('https:')) {
    rejectSetting(
      'PUBLIC_URL',
      'must be an https:// URL in production, such as https://water.example',
    )
  }
  if (env.TRUST_PROXY === undefined) {
    rejectSetting('TRUST_PROXY', 'set the number of proxies in front of the shop, 0 for none')
  }
  if (!env.PAYMENTS) {
    rejectSetting('PAYMENTS', 'set stripe in production, or stripe-test or sandbox for a test shop')
  }
  if (!env.SMTP_URL) {
    rejectSetting(
      'SMTP_URL',
      'required in production, such as smtp://user:password@mail.example:587',
    )
  }
  assertSafeApiBase(env)
  assertStrongAdminAccount(env)
  if (env.SEED === 'demo')
    rejectSetting('SEED', "set empty or none: demo data isn't allowed in production")
}

/** Requires https, because every request contains the secret key. */
function assertSafeApiBase({ STRIPE_API_BASE: base }: Environment): void {
  if (!base?.startsWith('http:') || isLoopback(new URL(base).hostname)) return
  rejectSetting('STRIPE_API_BASE', 'use https, or remove it to use the Stripe API')
}

function assertStrongAdminAccount({
  ADMIN_EMAIL: email,
  ADMIN_PASSWORD: password,
}: Environment): void {
  if (!email)
    rejectSetting(
      'ADMIN_EMAIL',
      'required in production: the email address of the first staff account',
    )
  if (!password)
    rejectSetting(
      'ADMIN_PASSWORD',
      'required in production: the password of the first staff account',
    )
  if (email.toLowerCase() === DEMO_ADMIN.email) {
    rejectSetting(
      'ADMIN_EMAIL',
      "the demo staff account isn't allowed in production: set another email address",
    )
  }
  if (password === DEMO_ADMIN.password) {
    rejectSetting(
      'ADMIN_PASSWORD',
      "the demo password isn't allowed in production: set another password",
    )
  }
  if (password.length < MIN_ADMIN_PASSWORD_LENGTH) {
    rejectSetting('ADMIN_PASSWORD', `use at least ${MIN_ADMIN_PASSWORD_LENGTH} characters`)
  }
}

export function isLoopback(host: string): boolean {
  return /^(localhost|127(\.\d{1,3}){3}|\[?::1\]?)$/i.test(host)
}
