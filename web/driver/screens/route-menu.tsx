import { useState } from 'react'
import { Button, buttonClass } from '#web/ui/button.tsx'
import { allowLocation, isLocationAllowed, requestFix } from '../locator.ts'
import { LocationChoice } from '../parts/location-choice.tsx'
import { ProblemAlert } from '../parts/problem-alert.tsx'
import { StorageNotice } from '../parts/storage-notice.tsx'
import { phoneHref } from '../route/navigation-links.ts'
import { adviceAfter } from '../storage/database.ts'
import { describeUnsent } from '../storage/phone-counts.ts'
import { useDriver } from '../use-driver.ts'

const NOT_LOGGED_OUT = "We couldn't log you out on this phone."

/** Dispatch, the location choice and the way out, at the end of the list. */
export function RouteMenu({ dispatchPhone }: { dispatchPhone: string | null }) {
  const { store, state } = useDriver()
  const [hasLocation, setHasLocation] = useState(isLocationAllowed)
  const [isLeaving, setIsLeaving] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const unsent = describeUnsent(state.counts)
  const logOut = () => {
    setProblem(null)
    store.signOut().catch((error) => setProblem(`${NOT_LOGGED_OUT} ${adviceAfter(error)}`))
  }
  const choose = (isAllowed: boolean) => {
    allowLocation(isAllowed)
    setHasLocation(isAllowed)
    requestFix()
  }
  return (
    <section aria-label="More" className="mt-4 flex flex-col gap-3 border-line border-t pt-4">
      {dispatchPhone ? (
        <a href={phoneHref(dispatchPhone)} className={buttonClass('secondary', 'large', 'w-full')}>
          Call dispatch
        </a>
      ) : null}
      <LocationChoice isAllowed={hasLocation} onChange={choose} />
      <StorageNotice />
      {isLeaving ? (
        <div className="flex flex-col gap-2">
          <p>
            {unsent
              ? `${unsent} waiting to send. We'll still send everything from this phone.`
              : 'Everything is sent.'}
          </p>
          <ProblemAlert problem={problem} />
          <Button variant="danger" size="large" onClick={logOut}>
            Log out now
          </Button>
          <Button variant="secondary" size="large" onClick={() => setIsLeaving(false)}>
            Stay logged in
          </Button>
        </div>
      ) : (
        <Button variant="ghost" size="large" onClick={() => setIsLeaving(true)}>
          Log out{state.device?.driverName ? ` ${state.device.driverName}` : ''}
        </Button>
      )}
    </section>
  )
}
