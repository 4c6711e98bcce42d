import { ConfigError, DEMO_ADMIN, type Environment } from './environment.ts'

const MIN_ADMIN_PASSWORD_LENGTH = 12

/** Production is on or off: settings that are half of each never start. */
export function assertSafeSettings(env: Environment): void {
  if (env.NODE_ENV === 'production') assertProductionSettings(env)
  else assertDevelopmentSettings(env)
}

export function rejectSetting(variable: string, whatToDo: string): never {
  throw new ConfigError(`${variable}: ${whatToDo}`)
}

/** Real money or an address that strangers can reach gets the strict rules, or nothing. */
function assertDevelopmentSettings(env: Environment): void {
  for (const name of ['STRIPE_SECRET_KEY', 'STRIPE_PUBLISHABLE_KEY'] as const) {
    if (/[srp]k_live_/.test(env[name] ?? '')) {
      rejectSetting(name, 'a live key takes real money: set NODE_ENV=production, or use a test key')
    }
  }
  if (env.PUBLIC_URL?.startsWith('https:')) {
    rejectSetting(
      'PUBLIC_URL',
      `an https address is a live shop: set NODE_ENV=production, or PUBLIC_URL=http://localhost:${env.PORT}`,
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
    rejectSetting('PUBLIC_URL', 'set the https address of the shop, such as https://water.example')
  }
  if (env.TRUST_PROXY === undefined) {
    rejectSetting('TRUST_PROXY', 'set how many proxies stand in front of the shop, 0 for none')
  }
  if (!env.SHOP_TIME_ZONE) {
    rejectSetting('SHOP_TIME_ZONE', 'set the zone of the delivery days, such as America/New_York')
  }
  if (!env.PAYMENTS) {
    rejectSetting(
      'PAYMENTS',
      'set stripe, or stripe-test or sandbox for a shop that takes no money',
    )
  }
  if (!env.SMTP_URL) {
    rejectSetting('SMTP_URL', 'set the mail server, such as smtp://user:password@mail.example:587')
  }
  assertSafeApiBase(env)
  assertStrongAdminAccount(env)
  if (env.SEED === 'demo') rejectSetting('SEED', 'set empty or none: production takes no demo data')
}

/** The secret key travels with every call. */
function assertSafeApiBase({ STRIPE_API_BASE: base }: Environment): void {
  if (!base?.startsWith('http:') || isLoopback(new URL(base).hostname)) return
  rejectSetting('STRIPE_API_BASE', 'use https, or remove it to reach Stripe itself')
}

function assertStrongAdminAccount({
  ADMIN_EMAIL: email,
  ADMIN_PASSWORD: password,
}: Environment): void {
  if (!email) rejectSetting('ADMIN_EMAIL', 'set the e-mail address of the first staff account')
  if (!password) rejectSetting('ADMIN_PASSWORD', 'set the password of the first staff account')
  if (email.toLowerCase() === DEMO_ADMIN.email) {
    rejectSetting('ADMIN_EMAIL', 'set an address of your own: production refuses the demo account')
  }
  if (password === DEMO_ADMIN.password) {
    rejectSetting(
      'ADMIN_PASSWORD',
      'set a password of your own: production refuses the demo password',
    )
  }
  if (password.length < MIN_ADMIN_PASSWORD_LENGTH) {
    rejectSetting('ADMIN_PASSWORD', `use at least ${MIN_ADMIN_PASSWORD_LENGTH} characters`)
  }
}

export function isLoopback(host: string): boolean {
  return /^(localhost|127(\.\d{1,3}){3}|\[?::1\]?)$/i.test(host)
}
