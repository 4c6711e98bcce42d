import { expect, onTestFinished, test } from 'vitest'
import { readConfig } from '#server/config/config.ts'
import { formatSender } from '#server/modules/mail/index.ts'
import { openMailServer } from '#tests/support/mail-server.ts'
import { productionSettings } from '#tests/support/production-settings.ts'
import { createSmtpMailer } from './smtp-mailer.ts'

const email = {
  from: 'shop@water.example',
  to: 'ana@example.com',
  subject: 'Your login link',
  html: '<p>x</p>',
  text: 'x',
  messageId: '<1@water.example>',
}

function send(url: string, options: { requireTls: boolean; isLocal: boolean }, change = {}) {
  const mailer = createSmtpMailer(url, options)
  onTestFinished(() => mailer.close())
  return mailer.deliver({ ...email, ...change })
}

test.each([
  'Carboy',
  'Carboy \\',
  'A\\" <mallory@example.com>, ',
  'Water, Inc. <5 gallon>',
  'Zoë’s (Water)',
])('a shop named %s sends from its own address', async (name) => {
  const server = await openMailServer()
  const from = formatSender({ name, email: 'shop@water.example' })

  await send(server.url, { requireTls: false, isLocal: true }, { from })

  const [source = ''] = server.received
  expect(source).toMatch(/^From: .*<shop@water\.example>\r$/m)
  expect(source.match(/^From:/gm)).toHaveLength(1)
})

test('email that must be encrypted is never sent in plain text, with any URL parameters', async () => {
  const server = await openMailServer()
  const strict = { requireTls: true, isLocal: true }

  for (const query of ['', '?requireTLS=false', '?ignoreTLS=true']) {
    await expect(send(server.url + query, strict)).rejects.toThrow()
  }
  expect(server.received).toEqual([])
  await send(server.url, { requireTls: false, isLocal: true })
  expect(server.wereEncrypted).toEqual([false])
})

test('TLS is used if offered; a server on this machine may have a self-signed certificate', async () => {
  const server = await openMailServer({ offersTls: true })

  await send(server.url, { requireTls: false, isLocal: true })
  await send(server.url, { requireTls: true, isLocal: true })
  expect(server.wereEncrypted).toEqual([true, true])
  await expect(send(server.url, { requireTls: true, isLocal: false })).rejects.toThrow()
})

test('production requires TLS unless the mail server is on this machine', () => {
  const requireTls = (env: Record<string, string>) => readConfig(env).smtp?.requireTls
  const live = (url: string) => requireTls({ ...productionSettings, SMTP_URL: url })

  expect(live('smtp://user:pass@mail.example:587')).toBe(true)
  expect(live('smtp://127.0.0.1.mail.example')).toBe(true)
  expect(live('smtp://127.0.0.1:25')).toBe(false)
  expect(live('smtp://[::1]:25')).toBe(false)
  expect(requireTls({ SMTP_URL: 'smtp://mail.example' })).toBe(false)
})
