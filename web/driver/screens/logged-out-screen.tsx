import { Card } from '#web/ui/card.tsx'
import { LoginLinkForm } from '../parts/login-link-form.tsx'
import { ScreenFrame } from '../parts/screen-frame.tsx'
import { hashTo, leaveTo, useDriver } from '../use-driver.ts'

/** Also opened from the list, when the login has ended in the middle of a route. */
export function LoggedOutScreen() {
  const { state } = useDriver()
  return (
    <ScreenFrame title="Log in as driver" {...(state.device ? { backTo: hashTo.list } : {})}>
      <Card className="flex flex-col gap-2 p-4">
        <h2 className="text-lg">You're not logged in</h2>
        <p>
          Ask dispatch for a login link. Open it on this phone, or copy it and paste it below. On an
          iPhone with this app on the home screen, always paste it.
        </p>
        <p className="text-muted">
          What you haven't sent yet stays on this phone, and we still send it.
        </p>
      </Card>
      <LoginLinkForm onLoggedIn={() => leaveTo(hashTo.list)} />
    </ScreenFrame>
  )
}
