import type { Shop } from '#contract/shop.ts'
import type { Config } from './config/config.ts'
import { DEMO_CUSTOMER_EMAIL } from './demo/demo-customer.ts'

/** Printed when the server has started: the shop's URL and how to try it. */
export function startupBanner(config: Config, shop: Shop, port: number): string {
  const { payments, production, publicUrl, smtp } = config
  const url = config.port === 0 ? `http://localhost:${port}` : publicUrl
  const lines = [`${shop.name} is running at ${url} (time zone: ${shop.timeZone})`]
  if (payments.provider === 'sandbox') {
    lines.push(
      'Cards: test mode. Use 4242 4242 4242 4242 with any future date and any 3-digit code.',
    )
  }
  if (config.admin.isDemo) {
    lines.push(`Staff: ${config.admin.email} / ${config.admin.password}`)
  }
  if (config.seed === 'demo' && payments.provider === 'sandbox') {
    const loginMethod = smtp ? 'login link by email' : 'login link in the dev mailbox'
    lines.push(`Customer: ${DEMO_CUSTOMER_EMAIL} (${loginMethod})`)
  }
  if (!production) {
    lines.push(smtp ? 'Email: sent through SMTP_URL' : `Email: ${url}/dev/mailbox`)
    if (payments.provider === 'sandbox') lines.push(`Clock: ${url}/dev/clock (move time forward)`)
  }
  return `\n${lines.map((line) => `  ${line}\n`).join('')}\n`
}
