import type { CardProviderError } from './port.ts'

const MAX_MESSAGE_LENGTH = 300

/** Parameters whose value is about a person or a card: a message about one may quote it. */
const PERSONAL_PARAM =
  /email|name|phone|address|shipping|billing|owner|card|number|cvc|exp_|ip|description|metadata|url/

const REPLACEMENTS: [RegExp, string][] = [
  [/[^\s"'<>,;:()]+@[^\s"'<>,;:()]+/g, '[email]'],
  [/\b(?:[rsp]k|whsec|ek)_[\w*]+/g, '[key]'],
  [/_secret_\w+/g, '_secret_[hidden]'],
  // A provider's id is one run of letters and digits; card and phone numbers are digits on their own.
  [/(?<![\w-])\+?\d(?:[ ().-]{0,3}\d){6,18}(?![\w-])/g, '[number]'],
  // 'Invalid string: …' quotes what was sent; an id is worth keeping.
  [/(\bInvalid [\w ]+:) (?![a-z]+_\w+\b).*$/s, '$1 [hidden]'],
]

/** P2: a provider's message without what it may quote of a person, a card or a key. */
export function scrubMessage(message: string, param?: string): string {
  if (param && PERSONAL_PARAM.test(param)) return '[hidden: it may quote personal data]'
  const scrubbed = REPLACEMENTS.reduce(
    (text, [pattern, replacement]) => text.replace(pattern, replacement),
    message.slice(0, MAX_MESSAGE_LENGTH * 2),
  )
  return scrubbed.slice(0, MAX_MESSAGE_LENGTH)
}

/** A provider error as the log keeps it: enough to find the cause there, nothing personal. */
export function describeProviderError({ kind, message, details }: CardProviderError) {
  const { type, code, declineCode, param, statusCode: status, requestId } = details
  return {
    kind,
    provider: {
      message: scrubMessage(message, param),
      ...(type && { type }),
      ...(code && { code }),
      ...(declineCode && { declineCode }),
      ...(param && { param }),
      ...(status && { status }),
      ...(requestId && { requestId }),
    },
  }
}
