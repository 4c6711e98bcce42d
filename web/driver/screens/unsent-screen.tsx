import { useState } from 'react'
import { Alert } from '#web/ui/alert.tsx'
import { Button } from '#web/ui/button.tsx'
import { ProblemAlert } from '../parts/problem-alert.tsx'
import { ScreenFrame } from '../parts/screen-frame.tsx'
import { exportUnsent } from '../storage/export-unsent.ts'
import { retryRejected } from '../storage/outbox.ts'
import { countPhotos, describeRejected, describeUnsent } from '../storage/phone-counts.ts'
import { hashTo, useDriver } from '../use-driver.ts'

/** What waits on this phone, and the last resort: a copy for the office. */
export function UnsentScreen() {
  const { store, db, sender, state } = useDriver()
  const { waiting, photos } = state.counts
  const isWaiting = waiting > 0 || photos.left > photos.rejected
  const rejected = describeRejected(state.counts.rejected, photos)
  const [problem, setProblem] = useState<string | null>(null)
  const unsent = describeUnsent(state.counts)
  const isAllSent = !unsent

  const sendNow = async () => {
    await retryRejected(db).catch(() => undefined)
    await store.readAgain()
    sender.wake()
    await store.refresh()
  }
  const download = () =>
    exportUnsent(db).then(
      (text) => saveFile(`unsent-${new Date().toISOString().slice(0, 10)}.json`, text),
      () => setProblem("We couldn't read the phone's storage. Restart the phone and try again."),
    )

  return (
    <ScreenFrame title="Sending" backTo={hashTo.list}>
      {isAllSent ? (
        <Alert tone="success" title="Everything is sent" />
      ) : (
        <Alert tone="warning" title={`${unsent} waiting to send`}>
          {waiting > 0 && photos.left > 0 ? <p>{countPhotos(photos.left)} to send.</p> : null}
          <p>
            Everything is safe on this phone.
            {isWaiting ? " We'll send it as soon as there's a connection." : ''}
          </p>
        </Alert>
      )}
      {rejected ? (
        <Alert tone="danger" title={`We couldn't send ${rejected}`}>
          Save a copy and send it to the office.
        </Alert>
      ) : null}
      {state.sender.refusedRoutes.length > 0 && !isAllSent ? (
        <Alert tone="danger" title="This phone can't send for an earlier route anymore">
          Save a copy and send it to the office.
        </Alert>
      ) : null}
      <ProblemAlert problem={problem} />
      <Button
        size="large"
        className="min-h-14 w-full text-lg"
        disabled={state.sender.isSending}
        onClick={() => void sendNow()}
      >
        {state.sender.isSending ? 'Sending…' : 'Send now'}
      </Button>
      {isAllSent ? null : (
        <Button
          variant="secondary"
          size="large"
          className="min-h-14 w-full"
          onClick={() => void download()}
        >
          Save a copy of what waits
        </Button>
      )}
    </ScreenFrame>
  )
}

function saveFile(name: string, text: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: 'application/json' }))
  const link = Object.assign(document.createElement('a'), { href: url, download: name })
  link.click()
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}
