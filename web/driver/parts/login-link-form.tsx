import { useState } from 'react'
import { Field } from '#web/ui/form/field.tsx'
import { Input } from '#web/ui/form/input.tsx'
import { readLoginLink } from '../read-login-link.ts'
import { LoginForm } from './login-form.tsx'

/**
 * Logs in by a pasted link: on an iPhone links open in Safari, whose logins the app on the home screen
 * does not see.
 */
export function LoginLinkForm({ onLoggedIn }: { onLoggedIn: () => void }) {
  const [text, setText] = useState('')
  const [error, setError] = useState<string>()
  const readToken = () => {
    const { token, problem } = readLoginLink(text, location.origin)
    setError(problem)
    return token ?? null
  }
  return (
    <LoginForm readToken={readToken} onLoggedIn={onLoggedIn}>
      <Field label="Login link or code" error={error} hint="Copy the link, then paste it here.">
        {(control) => (
          <Input
            {...control}
            autoComplete="off"
            autoCapitalize="none"
            autoCorrect="off"
            spellCheck={false}
            enterKeyHint="go"
            className="min-h-14"
            value={text}
            onChange={({ target }) => setText(target.value)}
          />
        )}
      </Field>
    </LoginForm>
  )
}
