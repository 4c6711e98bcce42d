import type { TestEmailResult } from '#contract/staff/checklist.ts'
import { escapeHtml } from '#contract/text/escape-html.ts'
import type { Limits } from '#server/http/limits.ts'
import type { Actor } from '#server/modules/audit/index.ts'
import { formatSender, type Mailer } from '#server/modules/mail/index.ts'
import { confirmItem } from '#server/modules/settings/index.ts'
import type { ChecklistDeps } from './read-checklist.ts'

export type TestEmailDeps = ChecklistDeps & { mailer: Mailer; limits: Limits; publicUrl: string }

const testEmailsPerOwner = { name: 'test-email', max: 5, seconds: 600 }
const MAX_ANSWER = 300

/** Sends one email to the owner at once, past the queue, and returns the reply of the mail server. */
export async function sendTestEmail(deps: TestEmailDeps, actor: Actor): Promise<TestEmailResult> {
  const { shop, mailer, publicUrl, random } = deps
  await deps.limits.consume(testEmailsPerOwner, actor.id)
  const text = `This is a test email from ${shop.name}. Your mail server works.`
  const email = {
    messageId: `<${random.uuid()}@${new URL(publicUrl).hostname}>`,
    from: formatSender(shop),
    to: actor.email,
    subject: `Test email from ${shop.name}`,
    html: `<p>${escapeHtml(text)}</p>`,
    text,
  }
  try {
    const answer = await deliver(mailer, email)
    await confirmItem(deps, actor, { item: 'test_email' })
    return { isSent: true, to: actor.email, answer: answer.slice(0, MAX_ANSWER) }
  } catch (err) {
    const answer = err instanceof Error ? err.message : String(err)
    return { isSent: false, to: actor.email, answer: answer.slice(0, MAX_ANSWER) }
  }
}

async function deliver(mailer: Mailer, email: Parameters<Mailer['deliver']>[0]): Promise<string> {
  if (mailer.deliverAndReport) return mailer.deliverAndReport(email)
  await mailer.deliver(email)
  return 'Stored in the development mailbox.'
}
