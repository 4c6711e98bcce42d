import { createTransport } from 'nodemailer'
import type { Postman } from '#server/modules/mail/port.ts'

type SmtpOptions = {
  /** Mail is sent encrypted or not at all; otherwise TLS is used where the server offers it. */
  requireTls: boolean
  /** The server is on this machine, where a certificate proves nothing. */
  isLocal: boolean
}

/** A mail server, over one kept connection. Time limits are shorter than a worker's claim. */
export function smtpPostman(url: string, { requireTls, isLocal }: SmtpOptions): Postman {
  const address = new URL(url)
  // Part of the address, because what stands there counts more than the options beside it.
  if (requireTls) address.searchParams.set('requireTLS', 'true')
  const transport = createTransport({
    url: address.href,
    pool: true,
    ...(isLocal && { tls: { rejectUnauthorized: false } }),
    maxConnections: 2,
    connectionTimeout: 10_000,
    greetingTimeout: 10_000,
    socketTimeout: 30_000,
  })
  return {
    async deliver(mail) {
      await transport.sendMail(mail)
    },
    close: () => transport.close(),
  }
}
