import { onTestFinished } from 'vitest'
import { type MailServer, startMailServer } from './mail/start-mail-server.ts'

export type { MailServer } from './mail/start-mail-server.ts'

/** A mail server that is closed when the test ends. */
export async function openMailServer(options?: { offersTls?: boolean }): Promise<MailServer> {
  const mailServer = await startMailServer(options)
  onTestFinished(() => mailServer.close())
  return mailServer
}
