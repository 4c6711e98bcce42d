import type { FastifyInstance } from 'fastify'
import { Failure } from '#contract/errors.ts'
import { Id } from '#contract/primitives.ts'
import { escapeHtml } from '#contract/text/escape-html.ts'

type StoredEmail = {
  id: string
  recipient: string
  subject: string
  html: string
  text: string
  receivedAt: Date
}

export type Mailbox = {
  list(): Promise<StoredEmail[]>
  find(id: string): Promise<StoredEmail | undefined>
}

const publicRoute = { config: { role: 'public' } } as const
const LIST_CSP =
  "default-src 'none'; style-src 'unsafe-inline'; frame-src 'self'; frame-ancestors 'none'"
/** An email may use inline styles and link to the shop, and nothing else. */
const EMAIL_CSP =
  "default-src 'none'; style-src 'unsafe-inline'; img-src 'self' data:; frame-ancestors 'self'; sandbox allow-popups allow-top-navigation-by-user-activation"

/** Development only: shows sent emails if no mail server is configured. */
export function mountDevMailbox(app: FastifyInstance, mailbox: Mailbox): void {
  app.get('/dev/mailbox', publicRoute, async (_, reply) =>
    reply
      .header('content-security-policy', LIST_CSP)
      .type('text/html; charset=utf-8')
      .send(listPage(await mailbox.list())),
  )
  app.get('/dev/mailbox/:id', publicRoute, async (request, reply) => {
    const { id } = request.params as { id: string }
    const email = Id.safeParse(id).success ? await mailbox.find(id) : undefined
    if (!email) throw new Failure('not_found')
    return reply
      .header('content-security-policy', EMAIL_CSP)
      .type('text/html; charset=utf-8')
      .send(email.html)
  })
}

function listPage(emails: StoredEmail[]): string {
  const entries = emails.map(
    (email, index) => `<details${index === 0 ? ' open' : ''}>
<summary><strong>${escapeHtml(email.subject)}</strong> <span>to ${escapeHtml(email.recipient)}, ${email.receivedAt.toISOString().slice(0, 16).replace('T', ' ')} UTC</span></summary>
<iframe title="${escapeHtml(email.subject)}" src="/dev/mailbox/${email.id}"></iframe>
<pre>${escapeHtml(email.text)}</pre></details>`,
  )
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Development mailbox</title>
<meta name="viewport" content="width=device-width, initial-scale=1"><style>
body{font:16px/1.5 system-ui,sans-serif;max-width:60rem;margin:2rem auto;padding:0 1rem;color:#0b1f3a}
details{border:1px solid #d7e3ef;border-radius:12px;margin:0 0 1rem;padding:.75rem 1rem}
summary{cursor:pointer}span{color:#4a6180}iframe{width:100%;height:40rem;border:0;margin-top:.75rem}
pre{white-space:pre-wrap;background:#f3f8fc;padding:1rem;border-radius:8px}</style></head><body>
<h1>Development mailbox</h1><p>Emails appear here because SMTP_URL isn’t set. Newest first.</p>
${entries.join('\n') || '<p>No emails yet.</p>'}</body></html>`
}
