import { expect, type Page } from '@playwright/test'
import { contentPolicy } from '#server/http/security-headers.ts'

const SCRIPT = 'https://js.stripe.com/*/stripe.js'

/** What Stripe's own script opens from the page: its frames, the bank's, and its API. */
const stripeUrls = {
  frames: [
    'https://js.stripe.com/frame.html',
    'https://b.js.stripe.com/frame.html',
    'https://hooks.stripe.com/frame.html',
  ],
  api: 'https://api.stripe.com/v1/elements',
}

/**
 * The checkout as a shop on Stripe serves it. Stripe's script cannot be had in a test: in its place
 * one that answers the same calls draws a field for the number, and pays at the sandbox.
 */
export async function installFakeStripe(page: Page): Promise<void> {
  await serveForStripe(page)
  const headers = { 'access-control-allow-origin': '*' }
  await page.route(/^https:\/\/[a-z.]+\.stripe\.com\//, (route) =>
    route.fulfill({ headers, contentType: 'text/html', body: '<p>Stripe</p>' }),
  )
  const body = `(${fakeStripe})(${JSON.stringify(stripeUrls)})`
  await page.route(SCRIPT, (route) => route.fulfill({ contentType: 'text/javascript', body }))
}

/** Waits until everything that Stripe's script opens has been let in by the page's policy. */
export async function expectStripeAllowed(page: Page): Promise<void> {
  for (const url of stripeUrls.frames) {
    const frame = page.frameLocator(`iframe[src="${url}"]`)
    await expect(frame.getByText('Stripe')).toBeAttached()
  }
  await page.waitForFunction(() => 'stripeResponded' in window)
}

/** The same shop for a visitor whose browser does not get Stripe's script. */
export async function blockStripe(page: Page): Promise<void> {
  await serveForStripe(page)
  await page.route(SCRIPT, (route) => route.abort())
}

const POLICY = 'content-security-policy'

async function serveForStripe(page: Page): Promise<void> {
  await page.route('/checkout', async (route) => {
    const answer = await route.fetch()
    const html = await answer.text()
    const cards = '{"provider":"stripe","publishableKey":"pk_test_stand_in"}'
    // As the server words it where Stripe takes the cards, for the nonce of this page.
    const [, nonce = ''] = /'nonce-([\w-]+)'/.exec(answer.headers()[POLICY] ?? '') ?? []
    await route.fulfill({
      response: answer,
      headers: { ...answer.headers(), [POLICY]: contentPolicy(nonce, 'stripe') },
      body: html.replace('{"provider":"sandbox"}', cards),
    })
  })
}

/** What the page asked of Stripe, in the order of the calls. */
export const stripeCalls = (page: Page) =>
  page.evaluate(() => (window as unknown as { asked: Record<string, unknown>[] }).asked)

/** Runs in the page, as Stripe's own script would. */
function fakeStripe({ frames, api }: typeof stripeUrls) {
  const asked: object[] = []
  let number = ''
  const element = () => {
    const handlers: Record<string, () => void> = {}
    return {
      on(event: string, hear: () => void) {
        handlers[event] = hear
      },
      off() {},
      update() {},
      destroy() {},
      unmount() {},
      mount(place: HTMLElement) {
        const input = document.createElement('input')
        input.setAttribute('aria-label', 'Number in Stripe’s frame')
        input.addEventListener('input', () => {
          number = input.value
        })
        place.append(input)
        for (const src of frames) {
          const frame = document.createElement('iframe')
          frame.src = src
          frame.hidden = true
          place.append(frame)
        }
        void fetch(api).then(() => Object.assign(window, { stripeResponded: true }))
        setTimeout(() => handlers.ready?.(), 50)
      },
    }
  }
  const stripe = {
    createToken() {},
    createPaymentMethod() {},
    confirmCardPayment() {},
    elements(options: object) {
      asked.push(options)
      return {
        create: element,
        getElement: () => null,
        update: (changed: object) => void asked.push(changed),
        submit: async () =>
          number ? {} : { error: { message: 'Your card number is incomplete.' } },
      }
    },
    async confirmPayment({ clientSecret }: { clientSecret: string }) {
      const card = { number, expMonth: 12, expYear: 2034, cvc: '123' }
      const [id] = clientSecret.split('_secret_')
      const answer = await fetch(`/api/sandbox/payment-intents/${id}/confirm`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ clientSecret, card }),
      })
      const { status, error } = await answer.json()
      return status === 'succeeded' ? { paymentIntent: { status } } : { error }
    },
  }
  // https://js.stripe.com/{version}/stripe.js: the loader complains of any other than it asked for.
  const [, , , version] = (document.currentScript as HTMLScriptElement).src.split('/')
  const open = Object.assign(() => stripe, { version })
  Object.assign(window, { asked, Stripe: open })
}
