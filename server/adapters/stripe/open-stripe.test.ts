import Stripe from 'stripe'
import { expect, test } from 'vitest'
import { openStripe } from './open-stripe.ts'

/** Answers every request with an empty object and records the header of the SDK's own description. */
class RecordingClient extends Stripe.HttpClient {
  readonly descriptions: unknown[] = []

  override getClientName = () => 'recording'

  override makeRequest(...[, , , , headers]: Parameters<Stripe.HttpClient['makeRequest']>) {
    this.descriptions.push((headers as Record<string, unknown>)['X-Stripe-Client-User-Agent'])
    return Promise.resolve(new EmptyResponse(200, {}))
  }
}

class EmptyResponse extends Stripe.HttpClientResponse {
  override getRawResponse = () => ({})
  override toStream = () => ({})
  override toJSON = () => Promise.resolve({})
}

test('every request names its SDK', async () => {
  const httpClient = new RecordingClient()
  const stripe = openStripe({ secretKey: 'sk_test_key', httpClient })

  await stripe.customers.retrieve('cus_1')
  await stripe.customers.retrieve('cus_2')

  const [first, second] = httpClient.descriptions
  expect(JSON.parse(String(first))).toMatchObject({ lang: 'node', httplib: 'recording' })
  expect(second).toBe(first)
})
