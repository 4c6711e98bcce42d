import { pathToFileURL } from 'node:url'
import type { RenderEmail } from '#server/modules/mail/email-data.ts'

/** Loads the templates from the build output, because Node cannot run JSX. */
export function loadBuiltTemplates(path: string): RenderEmail {
  let loaded: { renderEmail: RenderEmail } | undefined
  return async (email) => {
    // Only a success is cached: while a build replaces the file, an email fails and is retried.
    loaded ??= (await import(pathToFileURL(path).href)) as { renderEmail: RenderEmail }
    return loaded.renderEmail(email)
  }
}
