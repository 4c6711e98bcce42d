import { Alert } from '#web/ui/alert.tsx'
import { describeUnsent } from '../storage/phone-counts.ts'
import { useDriver } from '../use-driver.ts'
import { KEEP_UNSENT } from './storage-notice.tsx'

/** Shown while the service worker is missing: the app would not open without a network. */
export function OfflineNotice() {
  const { opensOffline, counts } = useDriver().state
  if (opensOffline !== false) return null
  return (
    <Alert tone="warning" title="This app isn't saved on the phone yet">
      Without a connection it won't open again. Stay connected until this notice disappears. If it
      stays, keep this window open on the road
      {describeUnsent(counts)
        ? `. ${KEEP_UNSENT}`
        : ', or use Chrome or Safari outside a private window.'}
    </Alert>
  )
}
