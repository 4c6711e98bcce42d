import type { CardProviderError } from './port.ts'

const MAX_MESSAGE_LENGTH = 300

/** Parameters with personal or card data: an error message about one may quote its value. */
const PERSONAL_PARAM =
  /email|name|phone|address|shipping|billing|owner|card|number|cvc|exp_|ip|description|metadata|url/

const REPLACEMENTS: [RegExp, string][] = [
  [/[^\s"'<>,;:()]+@[^\s"'<>,;:()]+/g, '[email]'],
  [/\b(?:[rsp]k|whsec|ek)_[\w*]+/g, '[key]'],
  [/_secret_\w+/g, '_secret_[hidden]'],
  // A provider's id is one run of letters and digits; card and phone numbers are digits on their own.
  [/(?<![\w-])\+?\d(?:[ ().-]{0,3}\d){6,18}(?![\w-])/g, '[number]'],
  // 'Invalid string: …' quotes the value that was sent; ids are left in.
  [/(\bInvalid [\w ]+:) (?![a-z]+_\w+\b).*$/s, '$1 [hidden]'],
]

/** P2: removes personal data, card data and keys that a provider's message may quote. */
export function scrubMessage(message: string, param?: string): string {
  if (param && PERSONAL_PARAM.test(param)) return '[hidden: it may quote personal data]'
  const scrubbed = REPLACEMENTS.reduce(
    (text, [pattern, replacement]) => text.replace(pattern, replacement),
    message.slice(0, MAX_MESSAGE_LENGTH * 2),
  )
  return scrubbed.slice(0, MAX_MESSAGE_LENGTH)
}

/** Formats a provider error for the log: enough to find the request, without personal data. */
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
