import { hasCode } from '../failures.ts'

/** Shows the dialog. Resolves to false if it is closed without a confirmation. */
type Ask = () => Promise<boolean>

let ask: Ask | undefined
let pending: Promise<boolean> | undefined

/** The layout of the staff pages shows the dialog; returns a function that removes it. */
export function provideConfirmation(handler: Ask): () => void {
  ask = handler
  return () => {
    if (ask === handler) ask = undefined
  }
}

/** Several requests that are rejected at the same time share one dialog. */
export async function askForConfirmation(): Promise<boolean> {
  pending ??= ask?.().finally(() => {
    pending = undefined
  })
  return (await pending) ?? false
}

/**
 * Rule 37: after 15 minutes the server rejects sensitive actions until the password or a code is entered.
 * The rejected request is sent again, so that no form loses its input.
 */
export async function withConfirmation<T>(run: () => Promise<T>): Promise<T> {
  try {
    return await run()
  } catch (error) {
    if (!hasCode(error, 'confirmation_required') || !(await askForConfirmation())) throw error
    return run()
  }
}
