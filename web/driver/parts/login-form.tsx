import { type FormEvent, type ReactNode, useState } from 'react'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { allowLocation, requestFix } from '../locator.ts'
import { adviceAfter } from '../storage/database.ts'
import { useDriver } from '../use-driver.ts'
import { LocationChoice } from './location-choice.tsx'
import { ProblemAlert } from './problem-alert.tsx'

type LoginFormProps = {
  /** Null without a valid link. */
  readToken: () => string | null
  onLoggedIn: () => void
  /** The field of the link, if it was not opened. */
  children?: ReactNode
}

const NOT_SAVED = "We couldn't save the login on this phone."

/** The notice of what the app records, and the login. */
export function LoginForm({ readToken, onLoggedIn, children }: LoginFormProps) {
  const { store } = useDriver()
  const [hasLocation, setHasLocation] = useState(true)
  const [isBusy, setIsBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)

  const logIn = async (event: FormEvent) => {
    event.preventDefault()
    if (isBusy) return
    setProblem(null)
    const token = readToken()
    if (!token) return
    setIsBusy(true)
    allowLocation(hasLocation)
    requestFix()
    const message = await store.signIn(token).catch((error) => `${NOT_SAVED} ${adviceAfter(error)}`)
    setIsBusy(false)
    setProblem(message)
    if (message === null) onLoggedIn()
    await store.readAgain()
  }

  return (
    <form noValidate className="flex flex-col gap-5" onSubmit={(event) => void logIn(event)}>
      {children}
      <Card className="flex flex-col gap-3 p-4">
        <h2 className="text-lg">What this app records</h2>
        <p>
          <strong>Photos</strong> that you take at a stop. The customer and dispatch can see them.
          They are deleted after 90 days.
        </p>
        <p>
          <strong>Your location</strong>, only when you save something at a stop, to find the door
          next time. It is deleted after 30 days. You can say no, and change it later.
        </p>
        <LocationChoice isAllowed={hasLocation} onChange={setHasLocation} />
      </Card>
      <ProblemAlert problem={problem} />
      <Button type="submit" size="large" className="min-h-14 w-full text-lg">
        {isBusy ? 'Logging in…' : 'Log in'}
      </Button>
    </form>
  )
}
