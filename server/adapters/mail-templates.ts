import { pathToFileURL } from 'node:url'
import type { RenderEmail } from '#server/modules/mail/email-data.ts'

/** The templates are JSX, which Node does not run, so the build makes plain functions of them. */
export function loadBuiltTemplates(path: string): RenderEmail {
  let loaded: Promise<{ renderEmail: RenderEmail }> | undefined
  return async (letter) => {
    loaded ??= import(pathToFileURL(path).href) as Promise<{ renderEmail: RenderEmail }>
    const { renderEmail } = await loaded
    return renderEmail(letter)
  }
}
