import { ConfigError, DEMO_ADMIN, type Environment } from './environment.ts'

const SHORTEST_ADMIN_PASSWORD = 12

/** Production is on or off: settings that are half of each never start. */
export function refuseUnsafeSettings(env: Environment): void {
  if (env.NODE_ENV === 'production') refuseInProduction(env)
  else refuseOutsideProduction(env)
}

export function refuse(variable: string, whatToDo: string): never {
  throw new ConfigError(`${variable}: ${whatToDo}`)
}

/** Real money or an address that strangers can reach gets the strict rules, or nothing. */
function refuseOutsideProduction(env: Environment): void {
  for (const name of ['STRIPE_SECRET_KEY', 'STRIPE_PUBLISHABLE_KEY'] as const) {
    if (/[srp]k_live_/.test(env[name] ?? '')) {
      refuse(name, 'a live key takes real money: set NODE_ENV=production, or use a test key')
    }
  }
  if (env.PUBLIC_URL?.startsWith('https:')) {
    refuse(
      'PUBLIC_URL',
      `an https address is a live shop: set NODE_ENV=production, or PUBLIC_URL=http://localhost:${env.PORT}`,
    )
  }
  if (env.HOST !== undefined && !isLoopback(env.HOST)) {
    refuse(
      'HOST',
      `${env.HOST} can be reached from other machines: set NODE_ENV=production, or HOST=127.0.0.1`,
    )
  }
}

function refuseInProduction(env: Environment): void {
  if (!env.PUBLIC_URL?.startsWith('https:')) {
    refuse('PUBLIC_URL', 'set the https address of the shop, such as https://water.example')
  }
  if (env.TRUST_PROXY === undefined) {
    refuse('TRUST_PROXY', 'set how many proxies stand in front of the shop, 0 for none')
  }
  if (!env.SHOP_TIME_ZONE) {
    refuse('SHOP_TIME_ZONE', 'set the zone of the delivery days, such as America/New_York')
  }
  if (!env.PAYMENTS) {
    refuse('PAYMENTS', 'set stripe, or stripe-test or sandbox for a shop that takes no money')
  }
  if (!env.SMTP_URL) {
    refuse('SMTP_URL', 'set the mail server, such as smtp://user:password@mail.example:587')
  }
  refuseApiBase(env)
  refuseWeakAccount(env)
  if (env.SEED === 'demo') refuse('SEED', 'set empty or none: production takes no demo data')
}

/** The secret key travels with every call. */
function refuseApiBase({ STRIPE_API_BASE: base }: Environment): void {
  if (!base?.startsWith('http:') || isLoopback(new URL(base).hostname)) return
  refuse('STRIPE_API_BASE', 'use https, or remove it to reach Stripe itself')
}

function refuseWeakAccount({ ADMIN_EMAIL: email, ADMIN_PASSWORD: password }: Environment): void {
  if (!email) refuse('ADMIN_EMAIL', 'set the e-mail address of the first staff account')
  if (!password) refuse('ADMIN_PASSWORD', 'set the password of the first staff account')
  if (email.toLowerCase() === DEMO_ADMIN.email) {
    refuse('ADMIN_EMAIL', 'set an address of your own: production refuses the demo account')
  }
  if (password === DEMO_ADMIN.password) {
    refuse('ADMIN_PASSWORD', 'set a password of your own: production refuses the demo password')
  }
  if (password.length < SHORTEST_ADMIN_PASSWORD) {
    refuse('ADMIN_PASSWORD', `use at least ${SHORTEST_ADMIN_PASSWORD} characters`)
  }
}

export function isLoopback(host: string): boolean {
  return /^(localhost|127(\.\d{1,3}){3}|\[?::1\]?)$/i.test(host)
}
