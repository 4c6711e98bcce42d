import { dateIn, formatDate } from '#contract/dates/calendar.ts'
import { expect, expectAccessible, test } from '#tests/support/e2e/base-test.ts'

const legalPages = [
  {
    path: '/privacy-policy',
    title: 'Privacy Policy',
    sections: [
      'Information We Collect',
      'How We Use Your Information',
      'Data Security',
      'Information Sharing',
      'Your Rights',
      'Contact Us',
    ],
    promises: [],
  },
  {
    path: '/terms-of-service',
    title: 'Terms of Service',
    sections: [
      'Agreement to Terms',
      'Our Service',
      'Orders and Payment',
      'Subscriptions',
      'Delivery',
      'Refunds',
      'Limitation of Liability',
      'Changes to These Terms',
      'Contact Us',
    ],
    promises: [
      /at least 24 hours before the next delivery/,
      /charged? .*(at|on) each delivery/,
      /within 48 hours/,
      /original (payment )?method within 5-7 business days/,
      /total liability .* capped at the order amount/,
    ],
  },
]

for (const { path, title, sections, promises } of legalPages) {
  test(`the ${title} has its sections, today's date, contact details and a link home`, {
    tag: '@core',
  }, async ({ page }) => {
    await page.goto(path)

    await expect(page.getByRole('heading', { level: 1 })).toHaveText(title)
    const article = page.getByRole('article')
    await expect(article.getByRole('heading', { level: 2 })).toHaveText(sections)
    const today = formatDate(dateIn('America/New_York', new Date()))
    await expect(article.getByText(`Last updated: ${today}`)).toBeVisible()
    for (const promise of promises) await expect(article).toContainText(promise)
    const contact = article.getByRole('group').or(article.locator('address'))
    await expect(contact).toContainText('Rhinebeck, New York')
    await expect(contact.getByRole('link', { name: 'hello@carboy.example' })).toHaveAttribute(
      'href',
      'mailto:hello@carboy.example',
    )
    await expect(contact.getByRole('link', { name: '(845) 555-0142' })).toBeVisible()
    await expectAccessible(page)

    await article.getByRole('link', { name: 'Back to Home' }).click()
    await expect(page).toHaveURL('/')
    await expect(page.getByRole('article').first()).toBeVisible()
  })
}

test('the footer shows the location and links to the legal pages and the login', async ({
  page,
}) => {
  await page.goto('/')
  const footer = page.getByRole('contentinfo')
  await expect(footer).toContainText('Kingston, New York')
  await expect(footer.getByRole('link', { name: '(845) 555-0142' })).toBeVisible()
  await expect(footer.getByRole('link', { name: 'hello@carboy.example' })).toBeVisible()
  const order = footer.getByRole('link', { name: 'Find my order' })
  await expect(order).toHaveAttribute('href', '/customer/login')

  // A placeholder link needs the page's code to stay on the page.
  await expect(page.getByRole('article').first()).toBeVisible()
  for (const name of ['About Us', 'Careers', 'Blog', 'Cookie Policy']) {
    await footer.getByRole('link', { name, exact: true }).click()
    await expect(page).toHaveURL('/')
  }
  for (const [name, path] of [
    ['Privacy Policy', '/privacy-policy'],
    ['Terms of Service', '/terms-of-service'],
  ] as const) {
    await footer.getByRole('link', { name }).click()
    await expect(page).toHaveURL(path)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(name)
    await expect(page).toHaveTitle(`${name} | Carboy Water`)
  }
})

test('an unknown path shows the 404 page with a link to the shop', async ({ page }) => {
  for (const path of ['/Checkout', '/privacy-policy/', '/privacy-policy/more', '/admin/nowhere']) {
    expect((await page.request.get(path)).status(), path).toBe(404)
  }
  const response = await page.goto('/no-such-page')
  expect(response?.status()).toBe(404)
  await expect(page.getByText('404', { exact: true })).toBeVisible()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Page not found')
  await expectAccessible(page)

  await page.getByRole('link', { name: 'Back to the shop' }).click()

  await expect(page).toHaveURL('/')
})
