import { createTransport } from 'nodemailer'
import type { Postman } from '#server/modules/mail/port.ts'

/** A mail server, over one kept connection. Time limits are shorter than a worker's claim. */
export function smtpPostman(url: string): Postman {
  const transport = createTransport({
    url,
    pool: true,
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
