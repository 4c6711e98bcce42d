import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import type { AlertEmailData } from '#server/modules/mail/email-data.ts'
import { loadBuiltTemplates } from './mail-templates.ts'

test('emails are rendered again once the templates can be loaded', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'carboy-templates-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const file = join(folder, 'render-email.mjs')
  const render = loadBuiltTemplates(file)

  await expect(render({} as AlertEmailData)).rejects.toThrow()
  writeFileSync(file, "export const renderEmail = () => ({ subject: 'Hello' })")

  await expect(render({} as AlertEmailData)).resolves.toEqual({ subject: 'Hello' })
})
