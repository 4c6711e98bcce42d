/**
 * Builders of Stripe's API objects, modeled on its published fixtures. Fields that a card-only shop
 * never uses have the values that Stripe returns for them.
 */
type Metadata = Record<string, string>

export type PaymentIntent = ReturnType<typeof newPaymentIntent>
export type SetupIntent = ReturnType<typeof newSetupIntent>
export type Customer = ReturnType<typeof newCustomer>
export type PaymentMethod = ReturnType<typeof newPaymentMethod>

export type PaymentStatus =
  | 'requires_payment_method'
  | 'requires_confirmation'
  | 'requires_action'
  | 'processing'
  | 'succeeded'
  | 'canceled'
type SetupStatus = Exclude<PaymentStatus, 'processing'>

/** Fields shared by `last_payment_error` and the body of a card error. */
export type CardError = {
  type: 'card_error' | 'invalid_request_error'
  code: string
  message: string
  decline_code?: string
  charge?: string
  payment_method?: PaymentMethod
}

type NextAction = { type: 'use_stripe_sdk'; use_stripe_sdk: { type: string } }

export const threeDSecure: NextAction = {
  type: 'use_stripe_sdk',
  use_stripe_sdk: { type: 'three_d_secure_redirect' },
}

const noAddress = {
  city: null,
  country: null,
  line1: null,
  line2: null,
  postal_code: null,
  state: null,
}
export const noBillingDetails = {
  address: noAddress,
  email: null,
  name: null,
  phone: null,
  tax_id: null,
}

export const newPaymentIntent = (
  at: { id: string; secret: string; created: number },
  fields: { amount: number; customer: string | null; metadata: Metadata; save: string | null },
) => ({
  id: at.id,
  object: 'payment_intent',
  allowed_payment_method_types: ['card'],
  amount: fields.amount,
  amount_capturable: 0,
  amount_details: { tip: {} },
  amount_received: 0,
  application: null,
  application_fee_amount: null,
  automatic_payment_methods: null,
  canceled_at: null as number | null,
  cancellation_reason: null as string | null,
  capture_method: 'automatic',
  client_secret: `${at.id}_secret_${at.secret}`,
  confirmation_method: 'automatic',
  created: at.created,
  currency: 'usd',
  customer: fields.customer,
  customer_account: null,
  description: null as string | null,
  excluded_payment_method_types: null,
  last_payment_error: null as CardError | null,
  latest_charge: null as string | null,
  livemode: false,
  metadata: fields.metadata,
  next_action: null as NextAction | null,
  on_behalf_of: null,
  payment_method: null as string | null,
  payment_method_configuration_details: null,
  payment_method_options: {},
  payment_method_types: ['card'],
  processing: null,
  receipt_email: null as string | null,
  review: null,
  setup_future_usage: fields.save,
  shipping: null,
  source: null,
  statement_descriptor: null,
  statement_descriptor_suffix: null as string | null,
  status: 'requires_payment_method' as PaymentStatus,
  transfer_data: null,
  transfer_group: null,
})

export const newSetupIntent = (
  at: { id: string; secret: string; created: number },
  fields: { customer: string | null; metadata: Metadata; usage: string },
) => ({
  id: at.id,
  object: 'setup_intent',
  allowed_payment_method_types: ['card'],
  application: null,
  automatic_payment_methods: null,
  cancellation_reason: null as string | null,
  client_secret: `${at.id}_secret_${at.secret}`,
  created: at.created,
  customer: fields.customer,
  description: null,
  excluded_payment_method_types: null,
  flow_directions: null,
  last_setup_error: null as CardError | null,
  latest_attempt: null,
  livemode: false,
  mandate: null,
  metadata: fields.metadata,
  next_action: null as NextAction | null,
  on_behalf_of: null,
  payment_method: null as string | null,
  payment_method_configuration_details: null,
  payment_method_options: {},
  payment_method_types: ['card'],
  single_use_mandate: null,
  status: 'requires_payment_method' as SetupStatus,
  usage: fields.usage,
})

export const newCustomer = (
  at: { id: string; created: number },
  fields: { email: string | null; name: string | null; phone: string | null; metadata: Metadata },
) => ({
  id: at.id,
  object: 'customer',
  address: null,
  balance: 0,
  created: at.created,
  currency: null,
  default_source: null,
  delinquent: false,
  description: null,
  discount: null,
  email: fields.email,
  invoice_prefix: at.id.slice(-8).toUpperCase(),
  invoice_settings: {
    custom_fields: null,
    default_payment_method: null as string | null,
    footer: null,
    rendering_options: null,
  },
  livemode: false,
  metadata: fields.metadata,
  name: fields.name,
  next_invoice_sequence: 1,
  phone: fields.phone,
  preferred_locales: [],
  shipping: null,
  tax_exempt: 'none',
  test_clock: null,
})

/** The only card data that is stored. */
export type CardDisplay = {
  brand: string
  last4: string
  exp_month: number
  exp_year: number
  fingerprint: string
}

export const newPaymentMethod = (at: { id: string; created: number }, card: CardDisplay) => ({
  id: at.id,
  object: 'payment_method',
  allow_redisplay: 'unspecified',
  billing_details: noBillingDetails,
  card: {
    ...card,
    checks: { address_line1_check: null, address_postal_code_check: null, cvc_check: 'pass' },
    country: 'US',
    display_brand: card.brand,
    funding: 'credit',
    generated_from: null,
    networks: { available: [card.brand], preferred: null },
    regulated_status: null,
    three_d_secure_usage: { supported: true },
    wallet: null,
  },
  created: at.created,
  customer: null as string | null,
  customer_account: null,
  livemode: false,
  metadata: {} as Metadata,
  type: 'card',
})

export const isDeleted = (customer: object) => 'deleted' in customer

/** Whether a row is a customer that is not deleted. */
export const isCustomer = (row: { type: string; data: unknown } | undefined) =>
  row?.type === 'customer' && !isDeleted(row.data as object)
