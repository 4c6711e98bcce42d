import { expect, type Page } from '@playwright/test'
import { pageRoutes } from '#contract/pages.ts'
import { apiPaths } from '#contract/paths.ts'

/** Links that were already returned; the next call must return another email. */
const usedLinks = new Set<string>()

const extractLink = (html: string) => /\/customer\/auth\/verify\?token=[\w-]+/.exec(html)?.[0] ?? ''

/** Returns link and code of the latest sign-in email to this address, from the dev mailbox. */
export async function readSignInEmail(page: Page, email: string) {
  let message = ''
  await expect(async () => {
    const mailbox = await (await page.request.get('/dev/mailbox')).text()
    const messages = mailbox.split('<details').filter((html) => html.includes(`to ${email},`))
    message = messages.find((html) => extractLink(html) && !usedLinks.has(extractLink(html))) ?? ''
    expect(message).not.toBe('')
  }).toPass()
  const path = extractLink(message)
  usedLinks.add(path)
  return {
    path,
    code: /(\d{6}) is your/.exec(message)?.[1] ?? '',
    text: message,
  }
}

/** Requests a link on the login page. */
export async function requestSignInLink(page: Page, email: string): Promise<void> {
  await page.goto(pageRoutes.customerLogin)
  await page.getByLabel('Email').fill(email)
  await page.getByRole('button', { name: 'Send Magic Link' }).click()
  await expect(page.getByRole('heading', { name: 'Check your email' })).toBeVisible()
}

/** Logs in through the API, for tests that start inside the portal. */
export async function signIn(page: Page, email: string): Promise<void> {
  await page.request.post(apiPaths.magicLink, { data: { email } })
  const { path } = await readSignInEmail(page, email)
  const token = new URL(path, 'http://localhost').searchParams.get('token') ?? ''
  const response = await page.request.get(apiPaths.verify, { params: { token } })
  expect(response.ok(), await response.text()).toBe(true)
}
