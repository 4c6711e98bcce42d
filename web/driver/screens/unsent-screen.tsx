import { useEffect, useState } from 'react'
import { Alert } from '#web/ui/alert.tsx'
import { Button } from '#web/ui/button.tsx'
import { ProblemAlert } from '../parts/problem-alert.tsx'
import { ScreenFrame } from '../parts/screen-frame.tsx'
import { StorageNotice } from '../parts/storage-notice.tsx'
import { exportUnsent } from '../storage/export-unsent.ts'
import { retryRejected } from '../storage/outbox.ts'
import { countPhotos, describeRejected, describeUnsent } from '../storage/phone-counts.ts'
import { readUnsent, type UnsentEntry } from '../storage/read-unsent.ts'
import { hashTo, useDriver } from '../use-driver.ts'
import { useSave } from '../use-save.ts'

const UNREADABLE_STORAGE = "We couldn't read the phone's storage. Restart the phone and try again."
const NOT_SHARED =
  "We couldn't open the phone's share menu. Look for the copy in your downloads; if it isn't there, try again."

/** Entries that wait on this phone, and the last resort: a copy for dispatch. */
export function UnsentScreen() {
  const { store, db, sender, state } = useDriver()
  const { waiting, photos } = state.counts
  const isWaiting = waiting > 0 || photos.left > photos.rejected
  const rejected = describeRejected(state.counts.rejected, photos)
  const { problem, setProblem, save } = useSave()
  const unsent = describeUnsent(state.counts)
  const isAllSent = !unsent

  const sendNow = async () => {
    await retryRejected(db).catch(() => undefined)
    await store.readAgain()
    sender.wake()
    await store.refresh()
  }
  const saveCopy = () =>
    save(async () => {
      const text = await exportUnsent(db).catch(() => undefined)
      if (text === undefined) return setProblem(UNREADABLE_STORAGE)
      const name = `unsent-${new Date().toISOString().slice(0, 10)}.html`
      const isShared = await shareFile(name, text)
      if (!isShared) setProblem(NOT_SHARED)
    })

  return (
    <ScreenFrame title="Sending" backTo={hashTo.list}>
      {isAllSent ? (
        <Alert tone="success" title="Everything is sent" />
      ) : (
        <Alert tone="warning" title={`${unsent} waiting to send`}>
          {waiting > 0 && photos.left > 0 ? <p>{countPhotos(photos.left)} to send.</p> : null}
          <p>
            Everything is {state.keepsStorage === false ? 'saved' : 'safe'} on this phone.
            {isWaiting ? " We'll send it as soon as there's a connection." : ''}
          </p>
          <StorageNotice />
        </Alert>
      )}
      {rejected ? <RejectedEntries title={`We couldn't send ${rejected}`} /> : null}
      {state.sender.rejectedRoutes.length > 0 && !isAllSent ? (
        <Alert tone="danger" title="The login for an earlier route has ended">
          Log in again as the driver of that route, and we'll send the rest. If you can't, save a
          copy and send it to dispatch.
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
        <>
          <Button
            variant="secondary"
            size="large"
            className="min-h-14 w-full"
            onClick={() => void saveCopy()}
          >
            Save a copy of unsent entries
          </Button>
          <p className="text-muted">
            If we can't send, send this copy to dispatch by email or message. It opens on any
            computer, and dispatch can enter everything from it.
          </p>
        </>
      )}
    </ScreenFrame>
  )
}

/** Entries and photos that the server could not read, with the reason. */
function RejectedEntries({ title }: { title: string }) {
  const { db, state } = useDriver()
  const [entries, setEntries] = useState<UnsentEntry[]>([])
  const { counts } = state
  useEffect(() => {
    // The counts change with what is stored.
    void counts
    readUnsent(db).then(
      (unsent) => setEntries(withRejected(unsent)),
      () => undefined,
    )
  }, [db, counts])
  return (
    <Alert tone="danger" title={title}>
      <p>Save a copy and send it to dispatch.</p>
      {entries.length > 0 ? (
        <ul className="mt-2 flex flex-col gap-2" aria-label="What we couldn't send">
          {entries.map(({ event, status, text, reason }) => (
            <li key={event.eventId} className="wrap-anywhere">
              <strong>{text.stop || text.what}</strong>
              {text.stop ? `, ${text.what}` : ''}, {text.time}
              <br />
              {status === 'rejected'
                ? (reason ?? "We couldn't read this entry.")
                : "We couldn't read its photo."}
            </li>
          ))}
        </ul>
      ) : null}
    </Alert>
  )
}

/** A correction keeps the photo of the entry before it, so a photo is listed with its last entry. */
function withRejected(unsent: readonly UnsentEntry[]): UnsentEntry[] {
  const byPhoto = new Map(
    unsent.flatMap((entry) =>
      entry.photos
        .filter(({ status }) => status === 'rejected')
        .map(({ hash }) => [hash, entry] as const),
    ),
  )
  const withPhotos = new Set(byPhoto.values())
  return unsent.filter((entry) => entry.status === 'rejected' || withPhotos.has(entry))
}

/**
 * A phone sends the file from here; an app on the home screen of an iPhone may not download one.
 * Resolves to false if sharing failed, and the file was downloaded instead.
 */
async function shareFile(name: string, text: string): Promise<boolean> {
  const file = new File([text], name, { type: 'text/html' })
  if (!navigator.canShare?.({ files: [file] })) {
    download(file)
    return true
  }
  try {
    await navigator.share({ files: [file] })
    return true
  } catch (error) {
    // Closing the phone's menu is no failure.
    if (error instanceof DOMException && error.name === 'AbortError') return true
    download(file)
    return false
  }
}

function download(file: File): void {
  const url = URL.createObjectURL(file)
  const link = Object.assign(document.createElement('a'), { href: url, download: file.name })
  link.click()
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}
