import type { Config } from './config/config.ts'
import { DEMO_CUSTOMER_EMAIL } from './demo/demo-customer.ts'

/** Printed when the server has started: the shop's URL and how to try it. */
export function startupBanner(config: Config, port: number): string {
  const { shop, payments, production, publicUrl, smtp } = config
  const url = config.port === 0 ? `http://localhost:${port}` : publicUrl
  const lines = [`${shop.name} is open at ${url}  (delivery dates in ${shop.timeZone})`]
  if (payments.provider === 'sandbox') {
    lines.push(
      'Cards: sandbox, no money is taken. Pay with 4242 4242 4242 4242, any future date, any code.',
    )
  }
  if (config.admin.isDemo) {
    lines.push(`Staff: ${config.admin.email} / ${config.admin.password}`)
  }
  if (config.seed === 'demo' && payments.provider === 'sandbox') {
    const signInMethod = smtp ? 'sign-in link by mail' : 'sign-in link in the mailbox'
    lines.push(`Customer: ${DEMO_CUSTOMER_EMAIL} (${signInMethod})`)
  }
  if (!production) {
    lines.push(smtp ? 'Mails: sent to SMTP_URL.' : `Mails: ${url}/dev/mailbox`)
    if (payments.provider === 'sandbox') lines.push(`Clock: ${url}/dev/clock moves the shop's time`)
  }
  return `\n${lines.map((line) => `  ${line}\n`).join('')}\n`
}
