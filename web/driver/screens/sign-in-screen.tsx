import { useState } from 'react'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { allowLocation, requestFix } from '../locator.ts'
import { ProblemAlert } from '../parts/problem-alert.tsx'
import { useDriver } from '../use-driver.ts'

const NO_TOKEN = 'This link is incomplete. Ask the office for a new one.'

/** Logs in by the link that the office shows, after a notice of what the app records. */
export function SignInScreen({ token }: { token: string | null }) {
  const { store } = useDriver()
  const [hasLocation, setHasLocation] = useState(true)
  const [isBusy, setIsBusy] = useState(false)
  const [problem, setProblem] = useState(token ? null : NO_TOKEN)

  const logIn = async () => {
    if (!token || isBusy) return
    setIsBusy(true)
    allowLocation(hasLocation)
    requestFix()
    const message = await store
      .signIn(token)
      .catch(() => "We couldn't save the login on this phone. Free up some space and try again.")
    setIsBusy(false)
    setProblem(message)
    // The token works once; it has no place in the history.
    if (message === null) history.replaceState(null, '', '/driver')
    await store.readAgain()
  }

  return (
    <main className="mx-auto flex min-h-dvh max-w-xl flex-col justify-center gap-5 p-4">
      <h1 className="text-2xl">Log in as driver</h1>
      <Card className="flex flex-col gap-3 p-4">
        <h2 className="text-lg">What this app records</h2>
        <p>
          <strong>Photos</strong> that you take at a stop. The customer and the office can see them.
          They are deleted after 90 days.
        </p>
        <p>
          <strong>Your location</strong>, only when you save something at a stop, to find the door
          next time. It is deleted after 30 days. You can say no, and change it later.
        </p>
        <label className="flex min-h-14 cursor-pointer items-center gap-3 font-semibold">
          <input
            type="checkbox"
            checked={hasLocation}
            onChange={({ target }) => setHasLocation(target.checked)}
            className="size-6 shrink-0 accent-action"
          />
          Share my location at stops
        </label>
      </Card>
      <ProblemAlert problem={problem} />
      <Button
        size="large"
        className="min-h-14 w-full text-lg"
        disabled={!token}
        onClick={() => void logIn()}
      >
        {isBusy ? 'Logging in…' : 'Log in'}
      </Button>
    </main>
  )
}
