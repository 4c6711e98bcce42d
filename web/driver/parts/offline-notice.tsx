import { Alert } from '#web/ui/alert.tsx'
import { useDriver } from '../use-driver.ts'

/** Without its worker the app can't keep its promise to open on the road. */
export function OfflineNotice() {
  const { opensOffline } = useDriver().state
  if (opensOffline !== false) return null
  return (
    <Alert tone="warning" title="This app isn't saved on the phone yet">
      Without a connection it won't open again. Stay connected until this notice is gone. If it
      stays, keep this window open on the road, or use Chrome or Safari outside a private window.
    </Alert>
  )
}
