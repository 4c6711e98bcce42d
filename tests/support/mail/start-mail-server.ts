import type { AddressInfo } from 'node:net'
import { SMTPServer } from 'smtp-server'
import { type ParsedEmail, parseEmail } from './parse-email.ts'

export type MailServer = {
  url: string
  /** Raw source of each email, in the order of arrival. */
  received: string[]
  /** The emails, parsed. */
  emails(): ParsedEmail[]
  /** While set, every email is rejected with this message. */
  rejectWith: string | undefined
  /** For each email, whether it arrived over TLS. */
  wereEncrypted: boolean[]
  close(): Promise<void>
}

/** Starts a real SMTP server on a free loopback port, or on this one. With `offersTls` its certificate is self-signed. */
export async function startMailServer({
  offersTls = false,
  port: wanted = 0,
} = {}): Promise<MailServer> {
  const mailServer: MailServer = {
    url: '',
    received: [],
    emails: () => mailServer.received.map(parseEmail),
    rejectWith: undefined,
    wereEncrypted: [],
    close: () => new Promise<void>((resolve) => server.close(() => resolve())),
  }
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: offersTls ? [] : ['STARTTLS'],
    onData(stream, session, done) {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', () => {
        if (mailServer.rejectWith) return done(new Error(mailServer.rejectWith))
        mailServer.wereEncrypted.push(session.secure)
        mailServer.received.push(Buffer.concat(chunks).toString('utf8'))
        done()
      })
    },
  })
  await new Promise<void>((resolve, reject) => {
    // Stays: a sender that disconnects during its email is reported here, too.
    server.on('error', reject)
    server.listen(wanted, '127.0.0.1', resolve)
  })
  const { port } = server.server.address() as AddressInfo
  mailServer.url = `smtp://127.0.0.1:${port}`
  return mailServer
}
