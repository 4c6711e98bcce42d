import { useDriver } from '../use-driver.ts'

/** A browser may clear the storage of a page; it keeps that of an installed app. */
export function StorageNotice() {
  const { keepsStorage } = useDriver().state
  if (keepsStorage !== false) return null
  const isInstalled = matchMedia('(display-mode: standalone)').matches
  const advice = isInstalled ? 'Keep some space free.' : 'Add this app to your home screen.'
  return <p>If this phone runs out of space, the browser may delete what isn't sent. {advice}</p>
}
