import { plainTextSelectors, render } from '@react-email/render'
import fc from 'fast-check'
import { compile } from 'html-to-text'
import { expect, test } from 'vitest'
import { loadBuiltTemplates } from '#server/adapters/mail-templates.ts'
import { shopFiles } from '#server/shop-files.ts'
import type { RenderEmail } from '../email-data.ts'
import {
  deliveryEmailKinds,
  orderEmailKinds,
  trackingEmailKinds,
  visitEmailKinds,
  windowEmailKinds,
} from '../email-kinds.ts'
import { toSubjectAndBody } from '../templates/subject-and-body.tsx'

type AnyEmailData = Parameters<RenderEmail>[0]

const built = loadBuiltTemplates(`${shopFiles.dist}/mail/render-email.mjs`)
const toText = compile({ wordwrap: false, selectors: plainTextSelectors })

/** The reference rendering by React and html-to-text; the built templates must match it exactly. */
async function renderByReact(email: AnyEmailData) {
  const [subject, body] = toSubjectAndBody(email)
  const html = await render(body)
  return { subject, html, text: toText(html) }
}

const hostile = [
  '',
  ' ',
  '<script>alert(1)</script>',
  '</td></table>"><img src=x onerror=alert(1)>',
  `"'&<>`,
  '&amp;amp; &#x27; &lt;b&gt;',
  '<!-- --><!DOCTYPE html>',
  '  two  spaces \t and\nlines\r\n ',
  'Zo\u00eb O\u2019Brien \u{1f4a7} \u200b\u00a0\u202e stra\u00dfe \ufb01',
  '$& $1 $$',
  'before\0after',
  'x'.repeat(400),
]
const text = fc.oneof(
  fc.constantFrom(...hostile),
  fc.string({ unit: 'grapheme', maxLength: 40 }),
  fc.string({
    unit: fc.constantFrom(' ', '<', '>', '&', '"', "'", '\n', ';', 'a', '#'),
    maxLength: 20,
  }),
)
const url = fc.oneof(
  fc.webUrl({ withQueryParameters: true }),
  fc.constantFrom('', '#top', 'mailto:a@b.co', 'https://x.y/?a=1&b="2"', ' JavaScript:alert(1)'),
  text,
)
const texts = fc.uniqueArray(text, { maxLength: 4 })
const maybe = <T,>(value: fc.Arbitrary<T>) => fc.option(value, { nil: undefined })
const shop = fc.record({
  name: text,
  phone: text,
  email: text,
  city: text,
  town: text,
  timeZone: fc.constant('UTC'),
})
const shared = { shop, publicUrl: url }

const orderEmail = fc.record({
  ...shared,
  kind: fc.constantFrom(
    ...orderEmailKinds,
    ...deliveryEmailKinds,
    ...windowEmailKinds,
    ...visitEmailKinds,
    ...trackingEmailKinds,
  ),
  orderNumber: text,
  orderUrl: url,
  payUrl: url,
  findUrl: url,
  billingUrl: url,
  reportUrl: url,
  name: text,
  address: texts,
  deliveryDate: text,
  frequency: fc.constantFrom(null, 'weekly', 'monthly'),
  items: fc.uniqueArray(fc.record({ name: text, quantity: fc.nat(), amount: text }), {
    selector: ({ name }) => name,
    maxLength: 4,
  }),
  subtotal: text,
  adjustments: fc.uniqueArray(fc.record({ label: text, amount: text }), {
    selector: ({ label }) => label,
    maxLength: 3,
  }),
  total: text,
  change: maybe(
    fc.record({
      until: text,
      links: fc.uniqueArray(fc.record({ label: text, url }), {
        selector: (link) => link.url,
        maxLength: 3,
      }),
    }),
  ),
  payBy: maybe(text),
  netDays: maybe(fc.nat()),
  due: maybe(text),
  leftOut: maybe(fc.record({ items: text, swapUrl: fc.option(text, { nil: null }) })),
  credit: maybe(fc.record({ used: text, due: text })),
  refund: maybe(text),
  creditRefund: maybe(text),
  refunded: maybe(
    fc.record({
      amount: text,
      paid: fc.option(text, { nil: null }),
      reason: fc.option(text, { nil: null }),
      isCredit: fc.boolean(),
      tender: maybe(text),
      cardUrl: maybe(fc.constant(url)),
      items: fc.array(text),
    }),
  ),
  reason: maybe(text),
  failed: maybe(fc.record({ on: text, reason: text, again: maybe(text) })),
  moved: maybe(
    fc.record({
      from: text,
      closedFor: text,
      isClosed: fc.boolean(),
      isChargedThen: fc.boolean(),
    }),
  ),
  window: maybe(fc.record({ from: text, to: text })),
  card: maybe(fc.record({ isMissing: fc.boolean(), usesDefaultCard: fc.boolean() })),
})

const emails = {
  order: orderEmail,
  case: fc.record({
    ...shared,
    kind: fc.constantFrom('case_received', 'case_answered'),
    orderNumber: text,
    name: text,
    problem: fc.constantFrom('damaged', 'missing', 'wrong-count', 'other'),
    text,
    answer: text,
    message: text,
    caseUrl: url,
  }),
  delivery_receipt: fc.record({
    ...shared,
    kind: fc.constant('delivery_receipt'),
    state: fc.constantFrom('new', 'corrected', 'withdrawn'),
    orderNumber: text,
    name: text,
    at: text,
    lines: fc.uniqueArray(fc.record({ name: text, counts: text }), {
      maxLength: 3,
      selector: ({ name, counts }) => `${name} ${counts}`,
    }),
    balance: text,
    hasPhoto: fc.boolean(),
    orderUrl: url,
    reportUrl: url,
  }),
  sign_in: fc.record({ ...shared, kind: fc.constant('sign_in'), url, code: text }),
  new_login: fc.record({
    ...shared,
    kind: fc.constant('new_login'),
    browser: text,
    at: text,
    accountUrl: url,
  }),
  invoice_statement: fc.record({
    ...shared,
    kind: fc.constant('invoice_statement'),
    name: text,
    month: text,
    opening: text,
    closing: text,
    overdue: fc.option(text, { nil: null }),
    lines: fc.array(fc.record({ date: text, text, amount: text }), { maxLength: 4 }),
    statementUrl: url,
  }),
  subscription_changed: fc.record({
    ...shared,
    kind: fc.constant('subscription_changed'),
    number: text,
    title: text,
    lines: texts,
    isByShop: fc.boolean(),
    manageUrl: url,
  }),
  agreement: fc.record({
    ...shared,
    kind: fc.constantFrom('agreement_request', 'agreement_confirmed'),
    name: text,
    items: texts,
    frequency: fc.constantFrom('weekly', 'bi-weekly', 'monthly'),
    total: text,
    deliveryDate: text,
    consent: texts,
    url,
    days: fc.constant(30),
  }),
  price_increase: fc.record({
    ...shared,
    kind: fc.constantFrom('price_increase', 'price_increase_withdrawn'),
    number: text,
    productName: text,
    oldPrice: text,
    newPrice: text,
    sentences: texts,
    agree: fc.option(fc.record({ label: text, url }), { nil: null }),
    changeUrl: url,
  }),
  credit: fc.record({
    ...shared,
    kind: fc.constant('credit_added'),
    name: text,
    amount: text,
    balance: text,
    cause: fc.constantFrom('deposit_returned', 'missed_delivery'),
    creditUrl: url,
  }),
  alert: fc.record({
    ...shared,
    kind: fc.constantFrom('alert_opened', 'alert_ended'),
    title: text,
    message: text,
    dashboardUrl: url,
  }),
}

test.each(Object.entries(emails))(
  'the built template of %s emails matches the output of React, hostile text included',
  async (_name, arbitrary) => {
    await fc.assert(
      fc.asyncProperty(arbitrary as fc.Arbitrary<AnyEmailData>, async (email) => {
        expect(await built(email)).toEqual(await renderByReact(email))
      }),
      { numRuns: 60 },
    )
  },
)
