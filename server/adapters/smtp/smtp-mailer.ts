import { createTransport } from 'nodemailer'
import type { Mailer } from '#server/modules/mail/port.ts'

type SmtpOptions = {
  /** If set, email is sent encrypted or not at all; otherwise TLS is used if the server offers it. */
  requireTls: boolean
  /** The server is on this machine, where a self-signed certificate is accepted. */
  isLocal: boolean
  /** Overrides in tests how long the server may be silent. */
  silenceMs?: number
}

/** Sends emails over pooled SMTP connections. The timeouts are shorter than a worker's claim. */
export function createSmtpMailer(url: string, options: SmtpOptions): Mailer {
  const { requireTls, isLocal, silenceMs = 30_000 } = options
  const serverUrl = new URL(url)
  // Set in the URL, because nodemailer prefers URL parameters to options.
  if (requireTls) serverUrl.searchParams.set('requireTLS', 'true')
  const transport = createTransport({
    url: serverUrl.href,
    pool: true,
    ...(isLocal && { tls: { rejectUnauthorized: false } }),
    maxConnections: 2,
    connectionTimeout: 10_000,
    greetingTimeout: 10_000,
    socketTimeout: silenceMs,
  })
  return {
    async deliver(email) {
      await transport.sendMail(email)
    },
    async deliverAndReport(email) {
      return (await transport.sendMail(email)).response
    },
    close: () => transport.close(),
  }
}
