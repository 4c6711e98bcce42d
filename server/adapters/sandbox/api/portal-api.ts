import {
  newPortalConfiguration,
  type PortalConfiguration,
  type PortalFeatures,
  type PortalFields,
} from '../account-objects.ts'
import { newPortalSession } from '../charge-objects.ts'
import type { Faults } from '../faults.ts'
import { type ApiResponse, type Ledger, withoutIdempotency } from '../ledger.ts'
import { retrieveObject } from '../listing.ts'
import { listFiltered } from './account-api.ts'
import type { ApiCall, Routes } from './api-call.ts'
import { ApiError, missing } from './api-error.ts'
import {
  allowOnly,
  mergeMetadata,
  type Params,
  readBoolean,
  readList,
  readText,
  requiredText,
} from './params.ts'

const type = 'billing_portal.configuration'

type PortalDeps = { publicUrl: string; faults: Faults }

/** Configurations and sessions of the billing portal. */
export const portalRoutes = (ledger: Ledger, deps: PortalDeps): Routes => ({
  'GET billing_portal.configurations': (call) =>
    listFiltered(ledger, type, call, ['active', 'is_default']),
  'POST billing_portal.configurations': (call) => createConfiguration(ledger, call),
  'GET billing_portal.configurations/:id': (call) => retrieveObject(ledger, type, call),
  'POST billing_portal.configurations/:id': (call) =>
    ledger.change(call, type, call.id, (before: PortalConfiguration) => ({
      data: { ...before, ...changed(before, call.params), updated: ledger.seconds() },
    })),
  'POST billing_portal.sessions': (call) => openSession(ledger, deps, call),
})

function createConfiguration(ledger: Ledger, call: ApiCall): Promise<ApiResponse> {
  if (typeof call.params.features !== 'object') {
    throw new ApiError(400, {
      code: 'parameter_missing',
      message: 'Missing required param: features.',
      param: 'features',
    })
  }
  const at = ledger.stamp('bpc')
  const data = newPortalConfiguration(at, defaultFields)
  return ledger.create(
    call,
    { id: at.id, type, data: { ...data, ...changed(data, call.params) } },
    [],
  )
}

function changed(before: PortalConfiguration, params: Params) {
  allowOnly(params, ['active', 'business_profile', 'default_return_url', 'features', 'metadata'])
  const profile = nested(params, 'business_profile')
  const returnUrl = readText(params, 'default_return_url')
  return {
    active: readBoolean(params, 'active') ?? before.active,
    business_profile: {
      headline: readText(profile, 'headline') ?? before.business_profile.headline,
      privacy_policy_url:
        readText(profile, 'privacy_policy_url') ?? before.business_profile.privacy_policy_url,
      terms_of_service_url:
        readText(profile, 'terms_of_service_url') ?? before.business_profile.terms_of_service_url,
    },
    default_return_url: returnUrl === undefined ? before.default_return_url : returnUrl,
    features: changedFeatures(before.features, nested(params, 'features')),
    metadata: mergeMetadata(before.metadata, params),
  }
}

function changedFeatures(before: PortalFeatures, params: Params): PortalFeatures {
  allowOnly(params, Object.keys(before))
  const isOn = (name: keyof PortalFeatures) =>
    readBoolean(nested(params, name), 'enabled') ?? before[name].enabled
  const updates = nested(params, 'customer_update')
  return {
    customer_update: {
      enabled: isOn('customer_update'),
      allowed_updates:
        updates.allowed_updates === undefined
          ? before.customer_update.allowed_updates
          : readList(updates, 'allowed_updates').filter((field) => field !== ''),
    },
    invoice_history: { enabled: isOn('invoice_history') },
    payment_method_update: {
      ...before.payment_method_update,
      enabled: isOn('payment_method_update'),
    },
    subscription_cancel: { ...before.subscription_cancel, enabled: isOn('subscription_cancel') },
    subscription_update: { ...before.subscription_update, enabled: isOn('subscription_update') },
  }
}

function nested(params: Params, name: string): Params {
  const value = params[name]
  return typeof value === 'object' ? value : {}
}

/** The link opens a page of the shop, because browsers cannot reach the sandbox. */
async function openSession(
  ledger: Ledger,
  { publicUrl, faults }: PortalDeps,
  call: ApiCall,
): Promise<ApiResponse> {
  const { params } = call
  allowOnly(params, ['customer', 'return_url', 'configuration'])
  const customer = requiredText(params, 'customer')
  const configuration = readText(params, 'configuration') ?? null
  if (configuration) await assertUsable(ledger, configuration)
  else if (faults.isPortalUnset) throw portalUnset()
  const at = ledger.stamp('bps')
  const returnUrl = readText(params, 'return_url') ?? null
  const url = `${publicUrl}/sandbox/billing/${at.id}`
  const data = newPortalSession(at, { customer, returnUrl, url, configuration })
  const entry = { id: at.id, type: 'billing_portal.session', data, customer }
  return ledger.create(call, entry, [], customer)
}

async function assertUsable(ledger: Ledger, id: string): Promise<void> {
  const { rows } = await ledger.read(withoutIdempotency, [id])
  if (rows[0]?.type !== type) throw missing(type, id, 'configuration')
  if ((rows[0].data as PortalConfiguration).active) return
  const message = 'The portal configuration is not active.'
  throw new ApiError(400, { message, param: 'configuration' })
}

/** Stripe's exact error for an account whose portal is not configured. */
const portalUnset = () =>
  new ApiError(400, {
    message:
      "You can't create a portal session in test mode until you save your customer portal settings in test mode at https://dashboard.stripe.com/test/settings/billing/portal.",
  })

const defaultFields: PortalFields = {
  active: true,
  businessProfile: { headline: null, privacy_policy_url: null, terms_of_service_url: null },
  defaultReturnUrl: null,
  features: {
    customer_update: { allowed_updates: [], enabled: false },
    invoice_history: { enabled: false },
    payment_method_update: { enabled: false, payment_method_configuration: null },
    subscription_cancel: {
      cancellation_reason: { enabled: false, options: [] },
      enabled: false,
      mode: 'at_period_end',
      proration_behavior: 'none',
    },
    subscription_update: {
      billing_cycle_anchor: null,
      default_allowed_updates: [],
      enabled: false,
      proration_behavior: 'none',
      schedule_at_period_end: { conditions: [] },
      trial_update_behavior: 'end_trial',
    },
  },
  metadata: {},
}
