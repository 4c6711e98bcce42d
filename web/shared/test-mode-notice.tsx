import { pageData } from '#web/api/page-data.ts'
import { useHydrated } from './use-hydrated.ts'

/** Shown if a live shop runs on the card sandbox or on test keys. */
export function TestModeNotice() {
  const isVisible = useHydrated() && pageData().isTestMode
  if (!isVisible) return null
  return (
    <aside
      aria-label="Test mode"
      className="pointer-events-none fixed inset-x-0 bottom-0 z-40 flex justify-start p-3"
    >
      <p className="rounded-full bg-warning px-4 py-1.5 font-semibold text-sm text-surface">
        Test mode. No cards are charged.
      </p>
    </aside>
  )
}
