import { describeUnsent } from '../storage/phone-counts.ts'
import { useDriver } from '../use-driver.ts'

/** Entries stay in this browser: another browser or an installed app has its own storage. */
export const KEEP_UNSENT = 'Keep some space free until everything is sent.'

/** A browser may clear the storage of a page; it keeps that of an installed app. */
export function StorageNotice() {
  const { keepsStorage, counts } = useDriver().state
  if (keepsStorage !== false) return null
  const isInstalled = matchMedia('(display-mode: standalone)').matches
  const advice = isInstalled ? 'Keep some space free.' : 'Add this app to your home screen.'
  return (
    <p>
      If this phone runs out of space, the browser may delete what isn't sent.{' '}
      {describeUnsent(counts) ? KEEP_UNSENT : advice}
    </p>
  )
}
