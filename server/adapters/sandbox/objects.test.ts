import { expect, test } from 'vitest'
import { cardInput, openCardSandbox, testCard } from '#tests/support/card-sandbox.ts'

const intentFields =
  'id object amount amount_received canceled_at cancellation_reason client_secret created currency customer last_payment_error latest_charge livemode metadata next_action payment_method payment_method_types receipt_email setup_future_usage status'
const setupFields =
  'id object client_secret created customer last_setup_error livemode metadata next_action payment_method payment_method_types status usage'
const chargeFields =
  'id object amount amount_captured amount_refunded billing_details captured created currency customer disputed failure_code failure_message livemode metadata outcome paid payment_intent payment_method payment_method_details refunded status'
const customerFields = 'id object created email invoice_settings livemode metadata name phone'
const methodFields = 'id object billing_details card created customer livemode metadata type'
const cardFields =
  'brand checks country display_brand exp_month exp_year fingerprint funding last4 networks three_d_secure_usage wallet'
const refundFields =
  'id object amount charge created currency destination_details metadata payment_intent reason status'
const disputeFields =
  'id object amount charge created currency evidence_details is_charge_refundable livemode payment_intent reason status'
const portalFields = 'id object configuration created customer livemode return_url url'
const accountFields =
  'id object business_profile capabilities charges_enabled country default_currency details_submitted email payouts_enabled type'
const endpointFields =
  'id object api_version application created description enabled_events livemode metadata status url'
const portalSettingsFields =
  'id object active application business_profile created default_return_url features is_default livemode login_page metadata name updated'
const domainFields =
  'id object amazon_pay apple_pay created domain_name enabled google_pay klarna link livemode paypal'
const transactionFields =
  'id object amount available_on balance_type created currency description exchange_rate fee fee_details net reporting_category source status type'
const payoutFields =
  'id object amount application_fee application_fee_amount arrival_date automatic balance_transaction created currency description destination failure_balance_transaction failure_code failure_message livemode metadata method original_payout payout_method reconciliation_status reversed_by source_type statement_descriptor status trace_id type'
const balanceFields = 'object available connect_reserved livemode pending'
const eventFields = 'id object api_version created data livemode pending_webhooks request type'

test('every object has the fields that Stripe clients read', async () => {
  const { stripe, sandbox, clock, close } = await openCardSandbox()
  const customer = await stripe.customers.create({ email: 'ana@example.com' })
  const intent = await stripe.paymentIntents.create({
    amount: 900,
    currency: 'usd',
    customer: customer.id,
    setup_future_usage: 'off_session',
  })
  const secret = { intentId: intent.id, clientSecret: intent.client_secret ?? '' }
  await sandbox.browser.confirmPayment({ ...secret, card: cardInput(testCard.good) })
  const setup = await stripe.setupIntents.create({ customer: customer.id })
  const [method] = (await stripe.customers.listPaymentMethods(customer.id)).data
  const [charge] = (await stripe.charges.list({ payment_intent: intent.id })).data
  const refund = await stripe.refunds.create({ payment_intent: intent.id, amount: 100 })
  await sandbox.openDispute(intent.id)
  const [dispute] = (await stripe.disputes.list({ payment_intent: intent.id })).data
  const portal = await stripe.billingPortal.sessions.create({ customer: customer.id })
  const endpoint = await stripe.webhookEndpoints.create({
    url: 'https://shop.example/hook',
    enabled_events: ['charge.refunded'],
  })
  const portalSettings = await stripe.billingPortal.configurations.create({
    features: { payment_method_update: { enabled: true } },
  })
  const domain = await stripe.paymentMethodDomains.create({ domain_name: 'shop.example' })
  const [event] = (await stripe.events.list({ limit: 1 })).data
  await sandbox.adjustBalance({ category: 'other_adjustment', amount: 5_000 })
  clock.advance(3 * 86_400_000)
  const [payout] = (await stripe.payouts.list()).data
  const [transaction] = (await stripe.balanceTransactions.list()).data

  const expected: [object | undefined, string][] = [
    [intent, intentFields],
    [setup, setupFields],
    [charge, chargeFields],
    [customer, customerFields],
    [method, methodFields],
    [method?.card, cardFields],
    [refund, refundFields],
    [dispute, disputeFields],
    [portal, portalFields],
    [await stripe.accounts.retrieveCurrent(), accountFields],
    [endpoint, `${endpointFields} secret`],
    [(await stripe.webhookEndpoints.list()).data[0], endpointFields],
    [portalSettings, portalSettingsFields],
    [domain, domainFields],
    [event, eventFields],
    [transaction, transactionFields],
    [payout, payoutFields],
    [await stripe.balance.retrieve(), balanceFields],
  ]
  for (const [resource, keys] of expected) {
    expect(Object.keys(resource ?? {})).toEqual(expect.arrayContaining(keys.split(' ')))
  }
  await close()
})
