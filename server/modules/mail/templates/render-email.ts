import type { RenderEmail } from '../email-data.ts'
import type { Markup } from '../markup/jsx-runtime.ts'
import { plainText } from '../markup/plain-text.ts'
import { toSubjectAndBody } from './subject-and-body.tsx'

const DOCTYPE =
  '<!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.0 Transitional//EN" "http://www.w3.org/TR/xhtml1/DTD/xhtml1-transitional.dtd">'

/** Entry point of the built templates, which use `markup/` instead of React. */
export const renderEmail: RenderEmail = async (email) => {
  const [subject, body] = toSubjectAndBody(email)
  const html = `${DOCTYPE}${(body as unknown as Markup).html}`
  return { subject, html, text: plainText(html) }
}
