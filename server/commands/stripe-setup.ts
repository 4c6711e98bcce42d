import { openStripe } from '../adapters/stripe/open-stripe.ts'
import { planSetup, type SetupStep } from '../adapters/stripe/plan-setup.ts'
import { ConfigError, readConfig } from '../config/config.ts'
import { stripeRequirements } from '../config/stripe-requirements.ts'
import { readArguments } from '../terminal/read-arguments.ts'

const usage = `Usage: npm run stripe:setup [-- --yes]

Sets up the Stripe account of this shop: the webhook endpoint, the billing portal
and the payment method domain. Without --yes it only shows what it would do.
Running it again changes nothing that is already right.

It needs PUBLIC_URL, PAYMENTS, STRIPE_SECRET_KEY and STRIPE_PUBLISHABLE_KEY, but no
STRIPE_WEBHOOK_SECRET yet: it prints the one to set.`

const print = (line: string) => void process.stdout.write(`${line}\n`)

async function main(): Promise<void> {
  const { values } = readArguments(
    { name: 'stripe:setup', usage },
    { options: { yes: { type: 'boolean' } } },
  )
  const config = readConfig(process.env, { needsWebhookSecret: false })
  const { payments } = config
  if (payments.provider !== 'stripe') {
    throw new ConfigError('PAYMENTS: set stripe or stripe-test; the sandbox needs no setup')
  }
  const stripe = openStripe(payments)
  const steps = await planSetup(stripe, stripeRequirements(config))
  const mode = payments.secretKey.includes('_live_') ? 'live' : 'test'
  print(`Stripe account in ${mode} mode:`)
  if (!values.yes) return printPlan(steps)
  for (const step of steps) await runStep(step)
  if (!steps.some(({ action }) => action === 'create') && !payments.webhookSecret) printSecretHint()
}

function printPlan(steps: SetupStep[]): void {
  for (const { action, what } of steps) print(`  ${action.padEnd(8)}  ${what}`)
  const isDone = steps.every(({ action }) => action === 'ok')
  print(
    isDone
      ? 'Everything is set up.'
      : 'Nothing was changed. To do this: npm run stripe:setup -- --yes',
  )
}

const doneLabels = { ok: 'ok', create: 'created', update: 'updated', 'turn off': 'turned off' }

async function runStep({ action, what, run }: SetupStep): Promise<void> {
  const secret = await run?.()
  print(`  ${doneLabels[action].padEnd(10)}  ${what}`)
  // Printed immediately: Stripe never returns the secret again, and a later step may fail.
  if (secret) print(`\nSet this, then start the shop again:\nSTRIPE_WEBHOOK_SECRET=${secret}\n`)
}

function printSecretHint(): void {
  print('STRIPE_WEBHOOK_SECRET is not set: copy the signing secret of the webhook endpoint from')
  print('https://dashboard.stripe.com/webhooks')
}

await main().catch((error: unknown) => {
  process.exitCode = 1
  if (error instanceof ConfigError) return print(`Configuration error: ${error.message}`)
  const message = error instanceof Error ? error.message : String(error)
  print(message.replace(/\b[rsp]k_[\w*]+/g, '[key]').trim())
})
