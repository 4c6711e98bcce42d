import { createSmtpMailer } from '#server/adapters/smtp/smtp-mailer.ts'
import type { Config } from '#server/config/config.ts'
import { formatSender } from '#server/modules/mail/index.ts'
import type { Random } from '#server/runtime.ts'
import { type CheckResult, fail, ok, warn } from '../check.ts'
import { describeError } from '../run-check.ts'

export type TestEmail = { to: string; shop: { name: string; email: string } }

type EmailDeps = {
  config: Pick<Config, 'smtp' | 'publicUrl' | 'production'>
  random: Random
  isSending: boolean
}

/** Sends a real email: a mail server may accept a login and still reject the sender. */
export async function checkEmail(
  { config, random, isSending }: EmailDeps,
  readTestEmail: () => Promise<TestEmail>,
): Promise<CheckResult> {
  const { smtp, publicUrl } = config
  if (!smtp) {
    if (config.production) return fail('SMTP_URL is not set: no email is sent.')
    return ok('SMTP_URL is not set: emails are stored in the development mailbox.')
  }
  if (!isSending) return warn('Not checked: --no-email was given.')
  const { to, shop } = await readTestEmail()
  const text = `npm run doctor sent this email to check the mail server of ${publicUrl}. There is nothing to do.`
  const mailer = createSmtpMailer(smtp.url, smtp)
  try {
    await mailer.deliver({
      messageId: `<${random.uuid()}@${new URL(publicUrl).hostname}>`,
      from: formatSender(shop),
      to,
      subject: `Test email from ${shop.name}`,
      text,
      html: `<p>${text}</p>`,
    })
    return ok(`A test email was sent to ${to}.`)
  } catch (error) {
    return fail(`The test email to ${to} was not sent: ${describeError(error)}`)
  } finally {
    mailer.close()
  }
}
