import { ensureRollupTimeZone } from './db/rollups.ts'
import type { Deps } from './deps.ts'
import { purgeEndedWindows } from './http/limits.ts'
import type { BackgroundJob } from './jobs/background-job.ts'
import { alertEmails } from './modules/alerts/index.ts'
import { clearClosedDates, finishDayChanges } from './modules/backoffice/index.ts'
import { caseEmails, ordersWithOpenCase, purgePhotos } from './modules/cases/index.ts'
import { purgeImages } from './modules/catalog/index.ts'
import { purgeCheckouts } from './modules/checkout/index.ts'
import { creditEmails } from './modules/credit/index.ts'
import { correctWindows, windowEmails } from './modules/dispatch/index.ts'
import {
  finalizeClosedDeliveries,
  nearEmails,
  purgeDriving,
  receiptEmails,
  visitEmails,
} from './modules/driving/index.ts'
import {
  newLoginEmail,
  purgeExpiredSessions,
  signInEmail,
  staffLinkEmails,
  twoStepEmails,
} from './modules/identity/index.ts'
import { agreementEmails } from './modules/imports/index.ts'
import {
  formatSender,
  purgeEmails,
  sendDueEmails,
  sendSecurityEmails,
  sendSignInEmails,
} from './modules/mail/index.ts'
import {
  orderEmails,
  queueStatements,
  runDeferredEffects,
  statementEmails,
} from './modules/orders/index.ts'
import {
  cancelAfterDeclines,
  closeBreaker,
  deleteProviderCustomers,
  expireUnpaidOrders,
  purgeEvents,
  purgeNetworks,
  readBalance,
  reconcileEvents,
  reconcilePayments,
  reconcileRefunds,
  sendDueRefunds,
} from './modules/payments/index.ts'
import { eraseUnpaidOrders } from './modules/privacy/index.ts'
import { backUpNightly, isPaused, unlessPaused } from './modules/recovery/index.ts'
import { chargeDue, planDeliveries } from './modules/renewals/index.ts'
import {
  askAboutPrices,
  changeEmails,
  compactCounts,
  deliveryEmails,
  priceEmails,
  routeDayEmails,
  updatePlans,
} from './modules/subscriptions/index.ts'
import { backupStore } from './recovery/backup-store.ts'

/** Time limit of charging and emailing: thousands of charges may be due on one morning. */
const HOUR_MS = 3_600_000

/** All background jobs. */
export const backgroundJobs = (deps: Deps): BackgroundJob[] =>
  listJobs(deps).map((job) =>
    waitDuringPause.has(job.name) ? { ...job, run: unlessPaused(deps.db, job.run) } : job,
  )

function listJobs(deps: Deps): BackgroundJob[] {
  const { shop, publicUrl } = deps
  const { requests, charges } = deps.workloadGates
  const engine = {
    ...deps,
    db: deps.backgroundDb,
    yieldToPriorityWork: requests.yieldToPriorityWork,
  }
  const emailDeps = {
    ...deps,
    emailBuilders: emailBuilders(deps),
    sender: () => formatSender(shop),
    domain: new URL(publicUrl).hostname,
  }
  return [
    {
      name: 'email.send',
      cron: '* * * * *',
      limitMs: HOUR_MS,
      notifyChannel: 'carboy_email',
      async run() {
        if (await isPaused(deps.db)) return sendSecurityEmails(emailDeps)
        await sendDueEmails({
          ...emailDeps,
          yieldToPriorityWork: () =>
            requests.yieldToPriorityWork().then(charges.yieldToPriorityWork),
        })
      },
    },
    {
      name: 'email.sendSignIn',
      cron: '* * * * *',
      notifyChannel: 'carboy_sign_in',
      run: () => sendSignInEmails(emailDeps),
    },
    {
      name: 'refund.send',
      cron: '* * * * *',
      notifyChannel: 'carboy_refund',
      run: () => sendDueRefunds(deps),
    },
    {
      name: 'payment.cancelDeclined',
      cron: '*/5 * * * *',
      notifyChannel: 'carboy_intent',
      run: () => cancelAfterDeclines(deps),
    },
    { name: 'payment.closeBreaker', cron: '* * * * *', run: () => closeBreaker(deps) },
    { name: 'payment.reconcile', cron: '*/5 * * * *', run: () => reconcilePayments(deps) },
    { name: 'payment.readEvents', cron: '*/5 * * * *', run: () => reconcileEvents(deps) },
    { name: 'payment.readBalance', cron: '*/5 * * * *', run: () => readBalance(deps) },
    { name: 'refund.sync', cron: '23 */6 * * *', run: () => reconcileRefunds(deps) },
    { name: 'payment.expire', cron: '* * * * *', run: () => expireUnpaidOrders(deps) },
    {
      name: 'delivery.createOrders',
      cron: '*/5 * * * *',
      notifyChannel: 'carboy_cycle',
      run: () => planDeliveries(engine),
    },
    {
      name: 'delivery.charge',
      cron: '* * * * *',
      limitMs: HOUR_MS,
      notifyChannel: 'carboy_cycle',
      async run() {
        const end = charges.start()
        await chargeDue(engine).finally(end)
      },
    },
    { name: 'delivery.clearClosedDates', cron: '* * * * *', run: () => clearClosedDates(deps) },
    { name: 'delivery.finishDayChanges', cron: '* * * * *', run: () => finishDayChanges(deps) },
    { name: 'route.correctWindows', cron: '* * * * *', run: () => correctWindows(deps) },
    { name: 'order.runDeferredEffects', cron: '* * * * *', run: () => runDeferredEffects(deps) },
    {
      name: 'subscription.askAboutPrices',
      cron: '*/5 * * * *',
      notifyChannel: 'carboy_catalog',
      run: () => askAboutPrices(engine),
    },
    {
      name: 'subscription.updatePlans',
      cron: '* * * * *',
      notifyChannel: 'carboy_settings',
      run: () => updatePlans(engine),
    },
    { name: 'subscription.compactCounts', cron: '*/10 * * * *', run: () => compactCounts(deps) },
    { name: 'invoice.queueStatements', cron: '11 * * * *', run: () => queueStatements(deps) },
    { name: 'order.eraseUnpaid', cron: '41 3 * * *', run: () => eraseUnpaidOrders(deps) },
    {
      name: 'payment.deleteCustomers',
      cron: '*/5 * * * *',
      run: () => deleteProviderCustomers(deps),
    },
    { name: 'bottle.settle', cron: '* * * * *', run: () => finalizeClosedDeliveries(deps) },
    nightlyBackup(deps),
    { name: 'settings.applyTimeZone', cron: '*/5 * * * *', run: () => applyTimeZone(deps) },
    ...purgeJobs(deps),
  ]
}

/** Jobs that delete old rows; docs/operations.md lists how long data is stored. */
const purgeJobs = (deps: Deps): BackgroundJob[] => [
  { name: 'checkout.purge', cron: '43 3 * * *', run: () => purgeCheckouts(deps) },
  { name: 'email.purge', cron: '47 3 * * *', run: () => purgeEmails(deps) },
  { name: 'payment.purgeEvents', cron: '37 3 * * *', run: () => purgeEvents(deps) },
  { name: 'payment.purgeNetworks', cron: '53 3 * * *', run: () => purgeNetworks(deps) },
  { name: 'product.purgeImages', cron: '29 * * * *', run: () => purgeImages(deps) },
  { name: 'driver.purge', cron: '17 4 * * *', run: () => purgeDriving(deps, ordersWithOpenCase) },
  { name: 'case.purgePhotos', cron: '11 4 * * *', run: () => purgePhotos(deps) },
  { name: 'session.purge', cron: '17 * * * *', run: () => purgeExpiredSessions(deps) },
  {
    name: 'rateLimit.purge',
    cron: '7 * * * *',
    run: () => purgeEndedWindows(deps.pool, deps.clock),
  },
]

/**
 * AU22: what charges, refunds, or ends an order that may have been paid after the backup. Of the emails,
 * those about logins and accounts are still sent.
 */
const waitDuringPause = new Set([
  'refund.send',
  'payment.cancelDeclined',
  'payment.expire',
  'delivery.createOrders',
  'delivery.charge',
  'order.eraseUnpaid',
])

const nightlyBackup = (deps: Deps): BackgroundJob => ({
  name: 'backup.nightly',
  cron: '*/10 * * * *',
  limitMs: HOUR_MS,
  run: () => backUpNightly({ ...deps, store: backupStore(deps) }),
})

/** The builder of every kind of email. */
const emailBuilders = (deps: Deps) => ({
  ...orderEmails(deps),
  ...deliveryEmails(deps),
  ...windowEmails(deps),
  ...visitEmails(deps),
  ...receiptEmails(deps),
  ...nearEmails(deps),
  ...changeEmails(deps),
  ...routeDayEmails(deps),
  ...priceEmails(deps),
  ...agreementEmails(deps),
  ...alertEmails(deps),
  ...staffLinkEmails(deps),
  ...creditEmails(deps),
  ...statementEmails(deps),
  ...twoStepEmails(deps),
  ...caseEmails(deps),
  new_login: newLoginEmail(deps),
  sign_in: signInEmail({ ...deps, printLink: createLinkPrinter(deps.config) }),
})

/** Rule 34: a change of the time zone starts on its date, while the shop runs. */
async function applyTimeZone({ pool, clock, shop }: Deps): Promise<void> {
  await ensureRollupTimeZone(pool, clock, shop.timeZone)
}

/** In development without a mail server, login links are printed in the terminal. */
function createLinkPrinter({ production, smtp, logLevel }: Deps['config']) {
  if (production || smtp || logLevel === 'silent') return undefined
  return (email: string, url: string) =>
    void process.stdout.write(`  Login link for ${email}: ${url}\n`)
}
