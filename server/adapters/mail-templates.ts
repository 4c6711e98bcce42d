import { pathToFileURL } from 'node:url'
import type { RenderEmail } from '#server/modules/mail/email-data.ts'

/** Loads the templates from the build output, because Node cannot run JSX. */
export function loadBuiltTemplates(path: string): RenderEmail {
  let loaded: Promise<{ renderEmail: RenderEmail }> | undefined
  return async (email) => {
    loaded ??= import(pathToFileURL(path).href) as Promise<{ renderEmail: RenderEmail }>
    const { renderEmail } = await loaded
    return renderEmail(email)
  }
}
