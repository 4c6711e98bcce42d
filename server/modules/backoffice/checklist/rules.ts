import { addDays, type CalendarDate, formatDate, formatDateTime } from '#contract/dates/calendar.ts'
import type { ChecklistItem } from '#contract/staff/checklist.ts'

/** A backup older than this, or a restore test, has to be done again. */
const BACKUP_DAYS = 7
const RESTORE_TEST_DAYS = 90
/** An account without a single event in this time probably sends none. */
const WEBHOOK_DAYS = 30
const DAY_MS = 86_400_000

type Confirmation = { confirmedBy: string; confirmedAt: Date; doneOn: CalendarDate | null }

export type ChecklistFacts = {
  now: Date
  today: CalendarDate
  timeZone: string
  chargesTax: boolean
  cards: 'sandbox' | 'test' | 'live'
  isAccountKnown: boolean
  webhookUrl: string
  lastEventAt: Date | null
  billingPortal: 'configured' | 'missing' | 'unknown'
  hasMailServer: boolean
  hasDemoData: boolean
  /** Owners and managers without two-step verification. */
  withoutTwoStep: readonly string[]
  confirmations: ReadonlyMap<string, Confirmation>
}

type Line = Pick<ChecklistItem, 'state' | 'text'> & Partial<Pick<ChecklistItem, 'link'>>

const done = (text: string): Line => ({ state: 'done', text })
const toDo = (text: string): Line => ({ state: 'to_do', text })
const unknown = (text: string): Line => ({ state: 'unknown', text })

/** Each line is done, or names the one thing to do. */
export function toChecklist(facts: ChecklistFacts): ChecklistItem[] {
  const lines: [ChecklistItem['id'], Line][] = [
    ['card_keys', cardKeys(facts)],
    ['webhook', webhook(facts)],
    ['billing_portal', billingPortal(facts)],
    ['test_email', testEmail(facts)],
    ['time_zone', timeZone(facts)],
    ['legal_texts', legalTexts(facts)],
    ['sales_tax', salesTax(facts)],
    ['demo_data', demoData(facts)],
    ['backup', dated(facts, 'backup', BACKUP_DAYS)],
    ['restore_test', dated(facts, 'restore_test', RESTORE_TEST_DAYS)],
    ['two_step', twoStep(facts)],
  ]
  return lines.map(([id, line]) => ({ id, link: null, ...line, confirmed: confirmed(facts, id) }))
}

function confirmed({ confirmations }: ChecklistFacts, id: string): ChecklistItem['confirmed'] {
  const found = confirmations.get(id)
  if (!found) return null
  return { by: found.confirmedBy, at: found.confirmedAt.toISOString(), date: found.doneOn }
}

function cardKeys({ cards, isAccountKnown }: ChecklistFacts): Line {
  if (cards === 'sandbox') return toDo('Set PAYMENTS=stripe and your Stripe keys, then restart.')
  if (cards === 'test')
    return toDo('Replace the test keys with your live Stripe keys, then restart.')
  if (!isAccountKnown) return unknown("Stripe didn't name the account of your keys. Check them.")
  return done('Live Stripe keys are in use.')
}

function webhook({ lastEventAt, now, timeZone: zone, webhookUrl }: ChecklistFacts): Line {
  if (!lastEventAt)
    return toDo(`Run npm run stripe:setup, so that Stripe sends events to ${webhookUrl}.`)
  const last = `Last event: ${formatDateTime(zone, lastEventAt, { withZone: false })}.`
  const isRecent = now.getTime() - lastEventAt.getTime() < WEBHOOK_DAYS * DAY_MS
  return isRecent ? done(last) : toDo(`${last} Check the webhook in Stripe.`)
}

function billingPortal({ cards, billingPortal: portal }: ChecklistFacts): Line {
  if (cards === 'sandbox') return done('The card sandbox has its own billing page.')
  if (portal === 'unknown') return unknown("Stripe didn't answer. Reload the page to check again.")
  return portal === 'configured'
    ? done('Customers can change their card.')
    : toDo('Run npm run stripe:setup, so that customers can change their card.')
}

function testEmail({ hasMailServer, confirmations }: ChecklistFacts): Line {
  if (!hasMailServer)
    return toDo('Set SMTP_URL, then restart. Until then, no email leaves the shop.')
  return confirmations.has('test_email')
    ? done('The mail server accepted a test email.')
    : toDo('Send a test email and check that it arrives.')
}

function timeZone({ timeZone: zone }: ChecklistFacts): Line {
  return zone === 'UTC'
    ? toDo('Choose your time zone in Delivery times.')
    : done(`Dates and hours are in ${zone.replaceAll('_', ' ')}.`)
}

function legalTexts({ confirmations }: ChecklistFacts): Line {
  const link = { label: 'Terms of Service', path: '/terms-of-service' }
  const line = confirmations.has('legal_texts')
    ? done('You confirmed that the terms and the privacy policy are right for your shop.')
    : toDo('Read the terms and the privacy policy, then confirm them.')
  return { ...line, link }
}

function salesTax({ chargesTax, confirmations }: ChecklistFacts): Line {
  if (chargesTax) return done('Sales tax is added to orders.')
  return confirmations.has('sales_tax')
    ? done("You confirmed that you don't charge sales tax.")
    : toDo("Turn on sales tax, or confirm that you don't charge it. New York taxes bottled water.")
}

const demoData = ({ hasDemoData }: ChecklistFacts): Line =>
  hasDemoData
    ? toDo('Start with an empty database: this one has demo orders or the demo account.')
    : done('No demo orders and no demo account.')

/** Rule 37: owners and managers need it. */
function twoStep({ withoutTwoStep }: ChecklistFacts): Line {
  const link = { label: 'Staff', path: '/admin/staff' }
  const [first, ...others] = withoutTwoStep
  if (!first) return { ...done('Every owner and manager uses two-step verification.'), link }
  const more = others.length === 0 ? '' : ` and ${others.length} more`
  return { ...toDo(`Ask ${first}${more} to set up two-step verification.`), link }
}

const datedTexts = {
  backup: {
    missing: 'Back up the database, then record the date.',
    done: 'Last backup',
    stale: 'Make a new one and record its date.',
  },
  restore_test: {
    missing: 'Restore a backup into a test database, then record the date.',
    done: 'Last restore test',
    stale: 'Test it again and record the date.',
  },
}

function dated(facts: ChecklistFacts, item: keyof typeof datedTexts, maxDays: number): Line {
  const texts = datedTexts[item]
  const { doneOn } = facts.confirmations.get(item) ?? {}
  if (!doneOn) return toDo(texts.missing)
  const last = `${texts.done}: ${formatDate(doneOn)}.`
  return doneOn >= addDays(facts.today, -maxDays)
    ? done(last)
    : toDo(`${last} That is more than ${maxDays} days ago. ${texts.stale}`)
}
