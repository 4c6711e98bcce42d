import type { FastifyInstance } from 'fastify'
import { Failure } from '#contract/errors.ts'
import { Id } from '#contract/primitives.ts'

type KeptMail = {
  id: string
  recipient: string
  subject: string
  html: string
  text: string
  receivedAt: Date
}

export type Mailbox = {
  list(): Promise<KeptMail[]>
  find(id: string): Promise<KeptMail | undefined>
}

const open = { config: { role: 'public' } } as const
const LIST_POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; frame-src 'self'; frame-ancestors 'none'"
/** A mail may style itself and follow links to the shop, and nothing else. */
const MAIL_POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; img-src 'self' data:; frame-ancestors 'self'; sandbox allow-popups allow-top-navigation-by-user-activation"

/** Development only: mails as they look, where no mail server is set. */
export function mountDevMailbox(app: FastifyInstance, mailbox: Mailbox): void {
  app.get('/dev/mailbox', open, async (_, reply) =>
    reply
      .header('content-security-policy', LIST_POLICY)
      .type('text/html; charset=utf-8')
      .send(listPage(await mailbox.list())),
  )
  app.get('/dev/mailbox/:id', open, async (request, reply) => {
    const { id } = request.params as { id: string }
    const mail = Id.safeParse(id).success ? await mailbox.find(id) : undefined
    if (!mail) throw new Failure('not_found')
    return reply
      .header('content-security-policy', MAIL_POLICY)
      .type('text/html; charset=utf-8')
      .send(mail.html)
  })
}

const inert = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')

function listPage(mails: KeptMail[]): string {
  const entries = mails.map(
    (mail, index) => `<details${index === 0 ? ' open' : ''}>
<summary><strong>${inert(mail.subject)}</strong> <span>to ${inert(mail.recipient)}, ${mail.receivedAt.toISOString().slice(0, 16).replace('T', ' ')} UTC</span></summary>
<iframe title="${inert(mail.subject)}" src="/dev/mailbox/${mail.id}"></iframe>
<pre>${inert(mail.text)}</pre></details>`,
  )
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Development mailbox</title>
<meta name="viewport" content="width=device-width, initial-scale=1"><style>
body{font:16px/1.5 system-ui,sans-serif;max-width:60rem;margin:2rem auto;padding:0 1rem;color:#0b1f3a}
details{border:1px solid #d7e3ef;border-radius:12px;margin:0 0 1rem;padding:.75rem 1rem}
summary{cursor:pointer}span{color:#4a6180}iframe{width:100%;height:40rem;border:0;margin-top:.75rem}
pre{white-space:pre-wrap;background:#f3f8fc;padding:1rem;border-radius:8px}</style></head><body>
<h1>Development mailbox</h1><p>Mails are kept here because no SMTP_URL is set. Newest first.</p>
${entries.join('\n') || '<p>No mail yet.</p>'}</body></html>`
}
