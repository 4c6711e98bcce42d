import { Alert } from '#web/ui/alert.tsx'
import { LoginForm } from '../parts/login-form.tsx'
import { LoginLinkForm } from '../parts/login-link-form.tsx'

/** The token works once; it is removed from the browser history. */
const leaveLink = () => history.replaceState(null, '', '/driver')

/** Logs in by the link that dispatch shows. */
export function SignInScreen({ token }: { token: string | null }) {
  return (
    <main className="mx-auto flex min-h-dvh max-w-xl flex-col justify-center gap-5 p-4">
      <h1 className="text-2xl">Log in as driver</h1>
      {token ? (
        <LoginForm readToken={() => token} onLoggedIn={leaveLink} />
      ) : (
        <>
          <Alert tone="danger" title="This link is incomplete">
            Paste all of it below, or ask dispatch for a new one.
          </Alert>
          <LoginLinkForm onLoggedIn={leaveLink} />
        </>
      )}
    </main>
  )
}
