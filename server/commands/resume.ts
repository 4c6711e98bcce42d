import { pino } from 'pino'
import { Failure, type FailureCode } from '#contract/errors.ts'
import { systemClock, systemRandom } from '../adapters/system-runtime.ts'
import { BackupError } from '../backup/backup-error.ts'
import { print } from '../backup/terminal.ts'
import { readConfig } from '../config/config.ts'
import { createDeps } from '../deps.ts'
import { countQueuedAt } from '../modules/mail/index.ts'
import { findEndedPause, findPause, type PauseRow, resumeShop } from '../modules/recovery/index.ts'
import { openForCommand } from '../open-for-command.ts'
import type { ShopDatabase } from '../open-shop-database.ts'
import { compareBooks } from '../recovery/compare-books.ts'
import { describeError } from '../terminal/describe-error.ts'
import { readArguments } from '../terminal/read-arguments.ts'
import { reportLongWork } from '../terminal/report-long-work.ts'

const usage = `Usage: npm run resume -- --yes [--force] [--discard-emails]

Ends the pause after a restore: compares the books with the payment provider's ledger, adds
payments since the backup to their orders or refunds them, then opens checkout, charges,
refunds and emails. Emails that were waiting when the backup was taken are sent, as long as
their time has not passed; some of them may have been sent before. --discard-emails discards
them instead. --force resumes even if the payment provider can't be reached or has payments that
belong to no order here: they are then missing until you have corrected the books.
A run that was interrupted can be repeated: the shop stays paused until one is through, nothing
is booked twice, and the counts are of all payments since the backup.`

const log = pino({ level: 'silent' })

/** npm run resume */
async function main(): Promise<void> {
  const { values } = readArguments(
    { name: 'resume', usage },
    {
      options: {
        yes: { type: 'boolean' },
        force: { type: 'boolean' },
        'discard-emails': { type: 'boolean' },
      },
    },
  )
  const config = readConfig(process.env)
  const database = await openForCommand(config, log)
  try {
    const pause = await findPause(database.db)
    if (!pause) throw await notPaused(database)
    if (!values.yes) {
      const queued = await countQueuedAt(database.db, pause.backupTakenAt)
      print(`Emails that were waiting when the backup was taken: ${queued}.`)
      throw new BackupError(
        `The shop is paused since ${pause.startedAt.toISOString()}. Nothing was changed. To resume, add --yes.`,
      )
    }
    const discardsQueued = values['discard-emails'] ?? false
    await resume(config, database, { isForced: values.force ?? false, discardsQueued })
  } finally {
    await database.close()
  }
}

/** Someone whose run was cut off at its very end still reads what it did. */
async function notPaused({ db }: ShopDatabase): Promise<BackupError> {
  const last = await findEndedPause(db)
  const text = "The shop isn't paused. Nothing was changed."
  if (!last?.endedAt) return new BackupError(text)
  return new BackupError(
    `${text}\nIt was resumed at ${last.endedAt.toISOString()}. ${summarize(last)}`,
  )
}

async function resume(
  config: ReturnType<typeof readConfig>,
  database: ShopDatabase,
  options: { isForced: boolean; discardsQueued: boolean },
): Promise<void> {
  print("Comparing the books with the payment provider's …")
  const runtime = { clock: systemClock, random: systemRandom, log }
  const deps = await createDeps(config, runtime, database)
  try {
    const compare = (pause: PauseRow) => compareBooks(deps, pause)
    const resumed = resumeShop({ ...deps, compareBooks: compare }, { actor: null, ...options })
    const { pause, discardedEmails } = await reportLongWork('Comparing', resumed)
    print(summarize(pause))
    if (discardedEmails > 0)
      print(`Emails discarded because they came too late: ${discardedEmails}.`)
    print('The shop is open again: checkout, charges, refunds and emails go on.')
    print('Check the books with: npm run audit')
  } catch (err) {
    if (!(err instanceof Failure)) throw err
    throw new BackupError(`${err.message}${hints[err.code] ?? ''}`)
  } finally {
    await deps.close()
  }
}

const hints: Partial<Record<FailureCode, string>> = {
  not_compared: ' To resume without the comparison, add --force.',
  books_differ: ' To resume nevertheless, add --force.',
}

function summarize({ isForced, comparison }: PauseRow): string {
  if (isForced || !comparison)
    return 'The books were not compared: payments since the backup may be missing.'
  const { payments, adopted, refunded, setAside } = comparison
  return `Payments since the backup: ${payments}. Added to their orders: ${adopted}, refunded: ${refunded}, to look at on the dashboard: ${setAside}.`
}

await main().catch((error: unknown) => {
  process.exitCode = 1
  print(describeError(error))
})
