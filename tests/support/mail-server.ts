import type { AddressInfo } from 'node:net'
import { SMTPServer } from 'smtp-server'
import { onTestFinished } from 'vitest'
import { type ReadMail, readMail } from './read-mail.ts'

export type MailServer = {
  url: string
  /** Each mail as it came over the wire. */
  received: string[]
  /** The same, in the order of arrival, as a mail program shows them. */
  mails(): ReadMail[]
  /** Answers the next mails with this refusal, until set back to undefined. */
  rejectWith: string | undefined
  /** Of each mail, whether it came over TLS. */
  wereEncrypted: boolean[]
}

/** A real SMTP server on a free loopback port; its certificate, if it has one, is signed by itself. */
export async function openMailServer({ offersTls = false } = {}): Promise<MailServer> {
  const mails: MailServer = {
    url: '',
    received: [],
    mails: () => mails.received.map(readMail),
    rejectWith: undefined,
    wereEncrypted: [],
  }
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: offersTls ? [] : ['STARTTLS'],
    onData(stream, session, done) {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', () => {
        if (mails.rejectWith) return done(new Error(mails.rejectWith))
        mails.wereEncrypted.push(session.secure)
        mails.received.push(Buffer.concat(chunks).toString('utf8'))
        done()
      })
    },
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.server.address() as AddressInfo
  mails.url = `smtp://127.0.0.1:${port}`
  onTestFinished(() => new Promise<void>((resolve) => server.close(() => resolve())))
  return mails
}
