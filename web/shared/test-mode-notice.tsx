import { pageData } from '#web/api/page-data.ts'
import { useHydrated } from './use-hydrated.ts'

/** A live shop on the card sandbox or on test keys must not look as if it took money. */
export function TestModeNotice() {
  const isShown = useHydrated() && pageData().isTestMode
  if (!isShown) return null
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
