import { expect, test } from 'vitest'
import { apiPaths } from '#contract/paths.ts'
import { range } from '#tests/support/books/call-books.ts'
import { openShop } from '#tests/support/open-shop.ts'
import { staffBrowser } from '#tests/support/sign-in.ts'

test('rule 65: a range that makes no sense is rejected with its field', async () => {
  const shop = await openShop()
  const staff = await staffBrowser(shop)
  const reject = async (from: string, to: string) => {
    const answers = await Promise.all(
      [apiPaths.adminBooks, apiPaths.adminBookDaysCsv, apiPaths.adminBookTransactionsCsv].map(
        (path) => staff.call('GET', `${path}${range(from, to)}`),
      ),
    )
    expect(answers.map(({ status }) => status)).toEqual([400, 400, 400])
    return Object.keys(answers[0]?.body.fields ?? {})
  }
  expect(await reject('2026-03-02', '2026-03-01')).toEqual(['to'])
  expect(await reject('2026-03-01', '2027-03-02')).toEqual(['to'])
  expect(await reject('2026-03-01', '9999-12-31')).toEqual(['to'])
  expect(await reject('1999-12-31', '2026-03-01')).toEqual(['from'])
  expect(await reject('yesterday', '2026-03-01')).toEqual(['from'])
  expect((await staff.call('GET', apiPaths.adminBooks)).status).toBe(400)
})
