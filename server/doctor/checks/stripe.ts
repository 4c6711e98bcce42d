import { openStripe } from '#server/adapters/stripe/open-stripe.ts'
import { planSetup, type SetupStep } from '#server/adapters/stripe/plan-setup.ts'
import type { Config } from '#server/config/config.ts'
import { stripeRequirements } from '#server/config/stripe-requirements.ts'
import { type CheckResult, fail, ok, warn } from '../check.ts'
import { describeError } from '../run-check.ts'

const SETUP = 'npm run stripe:setup -- --yes'

const problems: Record<Exclude<SetupStep['action'], 'ok'>, string> = {
  create: 'missing',
  update: 'different',
  'turn off': 'outdated',
}

/** Compares the Stripe account with what `stripe:setup` would create: webhook, portal and domain. */
export async function checkStripe(config: Config): Promise<CheckResult> {
  const { payments } = config
  if (payments.provider !== 'stripe') return ok('Cards go to the sandbox, which needs no setup.')
  const planned = planSetup(openStripe(payments), stripeRequirements(config))
  const steps = await planned.catch((error: unknown) => describeError(error))
  if (typeof steps === 'string') return fail(`We couldn't reach Stripe: ${steps}`)
  const open = steps.flatMap((step) =>
    step.action === 'ok' ? [] : [{ ...step, problem: problems[step.action] }],
  )
  if (open.length > 0) {
    const list = open.map(({ problem, what }) => `${problem}: ${what}`).join('; ')
    // Without the right events or their API version, payments are found only by reconciliation.
    const isSerious = open.some(
      ({ action, what }) => action !== 'turn off' && what.startsWith('webhook'),
    )
    const message = `${list}. Run ${SETUP}.`
    return isSerious ? fail(message) : warn(message)
  }
  if (!payments.webhookSecret) return fail('STRIPE_WEBHOOK_SECRET is not set.')
  return ok(steps.map(({ what }) => what).join('; '))
}
