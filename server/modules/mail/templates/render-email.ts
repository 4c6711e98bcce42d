import type { RenderEmail } from '../email-data.ts'
import type { Markup } from '../markup/jsx-runtime.ts'
import { plainText } from '../markup/plain-text.ts'
import { toSubjectAndBody } from './subject-and-body.tsx'

const DOCTYPE =
  '<!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.0 Transitional//EN" "http://www.w3.org/TR/xhtml1/DTD/xhtml1-transitional.dtd">'

/** The door of the built templates, in which the place of React is taken by `markup/`. */
export const renderEmail: RenderEmail = async (letter) => {
  const [subject, mail] = toSubjectAndBody(letter)
  const html = `${DOCTYPE}${(mail as unknown as Markup).html}`
  return { subject, html, text: plainText(html) }
}
