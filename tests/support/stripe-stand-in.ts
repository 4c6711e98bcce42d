import type { Page } from '@playwright/test'

const SCRIPT = 'https://js.stripe.com/**'

/**
 * The checkout as a shop on Stripe serves it. Stripe's script cannot be had in a test: in its place
 * one that answers the same calls draws a field for the number, and pays at the sandbox.
 */
export async function payWithStripe(page: Page): Promise<void> {
  await serveForStripe(page)
  await page.route(SCRIPT, (route) =>
    route.fulfill({ contentType: 'text/javascript', body: `(${standIn})()` }),
  )
}

/** The same shop for a visitor whose browser does not get Stripe's script. */
export async function blockStripe(page: Page): Promise<void> {
  await serveForStripe(page)
  await page.route(SCRIPT, (route) => route.abort())
}

async function serveForStripe(page: Page): Promise<void> {
  await page.route('/checkout', async (route) => {
    const answer = await route.fetch()
    const html = await answer.text()
    const cards = '{"provider":"stripe","publishableKey":"pk_test_stand_in"}'
    await route.fulfill({
      response: answer,
      body: html.replace('{"provider":"sandbox"}', cards),
    })
  })
}

/** What the page asked of Stripe, in the order of the calls. */
export const askedOfStripe = (page: Page) =>
  page.evaluate(() => (window as unknown as { asked: Record<string, unknown>[] }).asked)

/** Runs in the page, as Stripe's own script would. */
function standIn() {
  const asked: object[] = []
  let number = ''
  const element = () => {
    const hearers: Record<string, () => void> = {}
    return {
      on(event: string, hear: () => void) {
        hearers[event] = hear
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
        setTimeout(() => hearers.ready?.(), 50)
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
