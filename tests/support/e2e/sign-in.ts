import { expect, type Page } from '@playwright/test'
import { pageRoutes } from '#contract/pages.ts'
import { apiPaths } from '#contract/paths.ts'

/** Links that a journey has read before: the next mail is another one. */
const read = new Set<string>()

const extractLink = (mail: string) => /\/customer\/auth\/verify\?token=[\w-]+/.exec(mail)?.[0] ?? ''

/** Link and code of the newest sign-in mail to this address, as the development mailbox has it. */
export async function readSignInEmail(page: Page, email: string) {
  let mail = ''
  await expect(async () => {
    const mailbox = await (await page.request.get('/dev/mailbox')).text()
    const mails = mailbox.split('<details').filter((one) => one.includes(`to ${email},`))
    mail = mails.find((one) => extractLink(one) && !read.has(extractLink(one))) ?? ''
    expect(mail).not.toBe('')
  }).toPass()
  const path = extractLink(mail)
  read.add(path)
  return {
    path,
    code: /(\d{6}) is your/.exec(mail)?.[1] ?? '',
    text: mail,
  }
}

/** Asks for a link on the sign-in page. */
export async function requestSignInLink(page: Page, email: string): Promise<void> {
  await page.goto(pageRoutes.customerLogin)
  await page.getByLabel('Email').fill(email)
  await page.getByRole('button', { name: 'Send Magic Link' }).click()
  await expect(page.getByRole('heading', { name: 'Check your email' })).toBeVisible()
}

/** Signed in, for journeys that begin inside the portal. */
export async function signIn(page: Page, email: string): Promise<void> {
  await page.request.post(apiPaths.magicLink, { data: { email } })
  const { path } = await readSignInEmail(page, email)
  const token = new URL(path, 'http://localhost').searchParams.get('token') ?? ''
  const answer = await page.request.get(apiPaths.verify, { params: { token } })
  expect(answer.ok(), await answer.text()).toBe(true)
}
