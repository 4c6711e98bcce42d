import type { Config } from './config.ts'

/** The last lines of a start: where the shop is, and how to try it. */
export function welcome(config: Config, port: number): string {
  const { shop, payments, production, publicUrl, smtpUrl } = config
  const url = config.port === 0 ? `http://localhost:${port}` : publicUrl
  const lines = [`${shop.name} is open at ${url}  (delivery dates in ${shop.timeZone})`]
  if (payments.provider === 'sandbox') {
    lines.push(
      'Cards: sandbox, no money is taken. Pay with 4242 4242 4242 4242, any future date, any code.',
    )
  }
  if (!production) {
    lines.push(smtpUrl ? 'Mails: sent to SMTP_URL.' : `Mails: ${url}/dev/mailbox`)
  }
  return `\n${lines.map((line) => `  ${line}\n`).join('')}\n`
}
