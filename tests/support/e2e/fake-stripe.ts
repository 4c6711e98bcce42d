import { expect, type Page } from '@playwright/test'
import { contentPolicy } from '#server/http/security-headers.ts'

const SCRIPT = 'https://js.stripe.com/*/stripe.js'

/** URLs that Stripe's script opens from the page: its frames, the bank's frame and the API. */
const stripeUrls = {
  frames: [
    'https://js.stripe.com/frame.html',
    'https://b.js.stripe.com/frame.html',
    'https://hooks.stripe.com/frame.html',
  ],
  api: 'https://api.stripe.com/v1/elements',
}

const CHECKOUT = '/checkout'

/** The pages of the links with which imported customers agree. */
export const AGREEMENT_PAGES = /^https?:\/\/[^/]+\/agree\//

/**
 * Serves a page with a card form as with PAYMENTS=stripe. Tests cannot load Stripe's script, so a
 * fake with the same API renders a card number field and pays through the sandbox.
 */
export async function installFakeStripe(
  page: Page,
  pages: string | RegExp = CHECKOUT,
): Promise<void> {
  await serveForStripe(page, pages)
  const headers = { 'access-control-allow-origin': '*' }
  await page.route(/^https:\/\/[a-z.]+\.stripe\.com\//, (route) =>
    route.fulfill({ headers, contentType: 'text/html', body: '<p>Stripe</p>' }),
  )
  const body = `(${fakeStripe})(${JSON.stringify(stripeUrls)})`
  await page.route(SCRIPT, (route) => route.fulfill({ contentType: 'text/javascript', body }))
}

/** Waits until the CSP has allowed every URL that Stripe's script opens. */
export async function expectStripeAllowed(page: Page): Promise<void> {
  for (const url of stripeUrls.frames) {
    const frame = page.frameLocator(`iframe[src="${url}"]`)
    await expect(frame.getByText('Stripe')).toBeAttached()
  }
  await page.waitForFunction(() => 'stripeResponded' in window)
}

/** Serves the same checkout to a browser that cannot load Stripe's script. */
export async function blockStripe(page: Page, pages: string | RegExp = CHECKOUT): Promise<void> {
  await serveForStripe(page, pages)
  await page.route(SCRIPT, (route) => route.abort())
}

const POLICY = 'content-security-policy'

async function serveForStripe(page: Page, pages: string | RegExp): Promise<void> {
  await page.route(pages, async (route) => {
    const response = await route.fetch()
    const html = await response.text()
    const cards = '{"provider":"stripe","publishableKey":"pk_test_stand_in"}'
    // The server's policy with PAYMENTS=stripe, with the nonce of this page.
    const [, nonce = ''] = /'nonce-([\w-]+)'/.exec(response.headers()[POLICY] ?? '') ?? []
    await route.fulfill({
      response,
      headers: { ...response.headers(), [POLICY]: contentPolicy(nonce, 'stripe') },
      body: html.replace('{"provider":"sandbox"}', cards),
    })
  })
}

/** How the bank answers on its own page: without a call it approves. */
export const declineAtBank = (page: Page) =>
  page.evaluate(() => Object.assign(window, { bankOutcome: 'fail' }))

/** Options that the page passed to Stripe, in the order of the calls. */
export const stripeCalls = (page: Page) =>
  page.evaluate(
    () => (window as unknown as { stripeOptions: Record<string, unknown>[] }).stripeOptions,
  )

/** Runs in the page in place of Stripe's script. */
function fakeStripe({ frames, api }: typeof stripeUrls) {
  type SetupConfirmation = {
    clientSecret: string
    confirmParams: { return_url: string }
    redirect: string
  }
  const stripeOptions: object[] = []
  let number = ''
  const toId = (clientSecret: string) => clientSecret.split('_secret_')[0] ?? ''
  const send = async (clientSecret: string, action: string, body: object) => {
    const response = await fetch(`/api/sandbox/payment-intents/${toId(clientSecret)}/${action}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ clientSecret, ...body }),
    })
    return response.json()
  }
  const confirm = (clientSecret: string) => {
    const card = { number, expMonth: 12, expYear: 2034, cvc: '123' }
    return send(clientSecret, 'confirm', { card })
  }
  const element = () => {
    const handlers: Record<string, () => void> = {}
    return {
      on(event: string, handler: () => void) {
        handlers[event] = handler
      },
      off() {},
      update() {},
      destroy() {},
      unmount() {},
      mount(container: HTMLElement) {
        const input = document.createElement('input')
        input.setAttribute('aria-label', 'Number in Stripe’s frame')
        input.addEventListener('input', () => {
          number = input.value
        })
        container.append(input)
        for (const src of frames) {
          const frame = document.createElement('iframe')
          frame.src = src
          frame.hidden = true
          container.append(frame)
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
      stripeOptions.push(options)
      return {
        create: element,
        getElement: () => null,
        update: (changed: object) => void stripeOptions.push(changed),
        submit: async () =>
          number ? {} : { error: { message: 'Your card number is incomplete.' } },
      }
    },
    async confirmPayment({ clientSecret }: { clientSecret: string }) {
      const { status, error } = await confirm(clientSecret)
      return status === 'succeeded' ? { paymentIntent: { status } } : { error }
    },
    /** A card with 3-D Secure leaves the page for the bank's, which sends the customer back. */
    async confirmSetup({ clientSecret, confirmParams, redirect }: SetupConfirmation) {
      stripeOptions.push({ confirmSetup: { redirect } })
      const { status, error, needsAuthentication } = await confirm(clientSecret)
      if (!needsAuthentication)
        return status === 'succeeded' ? { setupIntent: { status } } : { error }
      const { bankOutcome = 'complete' } = window as { bankOutcome?: string }
      await send(clientSecret, 'authenticate', { outcome: bankOutcome })
      const back = new URL(confirmParams.return_url)
      back.searchParams.set('setup_intent', toId(clientSecret))
      back.searchParams.set('setup_intent_client_secret', clientSecret)
      const hasPassed = bankOutcome === 'complete'
      back.searchParams.set('redirect_status', hasPassed ? 'succeeded' : 'failed')
      window.location.assign(back)
      return new Promise(() => undefined)
    },
  }
  // https://js.stripe.com/{version}/stripe.js: the loader rejects other versions.
  const [, , , version] = (document.currentScript as HTMLScriptElement).src.split('/')
  const create = Object.assign(() => stripe, { version })
  Object.assign(window, { stripeOptions, Stripe: create })
}
