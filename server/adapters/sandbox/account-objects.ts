/** Account settings: webhook endpoints, billing portal configurations and domains. */
export type WebhookEndpoint = ReturnType<typeof newWebhookEndpoint>
export type PortalConfiguration = ReturnType<typeof newPortalConfiguration>
export type PaymentMethodDomain = ReturnType<typeof newPaymentMethodDomain>

type At = { id: string; created: number }

export const newWebhookEndpoint = (
  at: At,
  fields: {
    url: string
    enabledEvents: string[]
    apiVersion: string | null
    description: string | null
    metadata: Record<string, string>
  },
) => ({
  id: at.id,
  object: 'webhook_endpoint',
  api_version: fields.apiVersion,
  application: null,
  created: at.created,
  description: fields.description,
  enabled_events: fields.enabledEvents,
  livemode: false,
  metadata: fields.metadata,
  status: 'enabled' as 'enabled' | 'disabled',
  url: fields.url,
})

export type PortalFeatures = {
  customer_update: { allowed_updates: string[]; enabled: boolean }
  invoice_history: { enabled: boolean }
  payment_method_update: { enabled: boolean; payment_method_configuration: null }
  subscription_cancel: {
    cancellation_reason: { enabled: boolean; options: string[] }
    enabled: boolean
    mode: string
    proration_behavior: string
  }
  subscription_update: {
    billing_cycle_anchor: null
    default_allowed_updates: string[]
    enabled: boolean
    proration_behavior: string
    schedule_at_period_end: { conditions: object[] }
    trial_update_behavior: string
  }
}

export type PortalFields = {
  active: boolean
  businessProfile: {
    headline: string | null
    privacy_policy_url: string | null
    terms_of_service_url: string | null
  }
  defaultReturnUrl: string | null
  features: PortalFeatures
  metadata: Record<string, string>
}

export const newPortalConfiguration = (at: At, fields: PortalFields) => ({
  id: at.id,
  object: 'billing_portal.configuration',
  active: fields.active,
  application: null,
  business_profile: fields.businessProfile,
  created: at.created,
  default_return_url: fields.defaultReturnUrl,
  features: fields.features,
  is_default: false,
  livemode: false,
  login_page: { enabled: false, url: null },
  metadata: fields.metadata,
  name: null,
  updated: at.created,
})

export const newPaymentMethodDomain = (at: At, domainName: string) => ({
  id: at.id,
  object: 'payment_method_domain',
  amazon_pay: { status: 'active' },
  apple_pay: { status: 'active' },
  created: at.created,
  domain_name: domainName,
  enabled: true,
  google_pay: { status: 'active' },
  klarna: { status: 'active' },
  link: { status: 'active' },
  livemode: false,
  paypal: { status: 'active' },
})
