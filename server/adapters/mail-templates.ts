import { pathToFileURL } from 'node:url'
import type { RenderLetter } from '#server/modules/mail/letter.ts'

/** The templates are JSX, which Node does not run, so the build makes plain functions of them. */
export function builtTemplates(path: string): RenderLetter {
  let loaded: Promise<{ renderLetter: RenderLetter }> | undefined
  return async (letter) => {
    loaded ??= import(pathToFileURL(path).href) as Promise<{ renderLetter: RenderLetter }>
    const { renderLetter } = await loaded
    return renderLetter(letter)
  }
}
