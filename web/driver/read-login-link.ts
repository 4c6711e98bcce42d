/** The token of a login link, or why the text is none. */
type LoginLink = { token: string; problem?: undefined } | { token?: undefined; problem: string }

const MISSING = 'Please paste the login link or its code'
const OTHER_SITE = 'This link belongs to another site. Copy the link that dispatch sent you.'
const NO_LOGIN_LINK = "This isn't a login link. Copy all of the link that dispatch sent you."

/** Reads what the driver pasted: the link, a message that contains it, or the code at its end. */
export function readLoginLink(text: string, origin: string): LoginLink {
  const pasted = text.trim()
  if (!pasted) return { problem: MISSING }
  const [link] = /https?:\/\/\S+/i.exec(pasted) ?? []
  if (link) return readUrl(link, origin)
  const code = /(?:^|[?&]token=)([\w-]+)$/.exec(pasted)?.[1]
  return code ? { token: code } : { problem: NO_LOGIN_LINK }
}

function readUrl(link: string, origin: string): LoginLink {
  const url = parseUrl(link)
  const token = url?.searchParams.get('token')?.replace(/[^\w-]+$/, '')
  if (url && url.origin !== origin) return { problem: OTHER_SITE }
  if (!token || url?.pathname !== '/driver/sign-in') return { problem: NO_LOGIN_LINK }
  return { token }
}

function parseUrl(link: string): URL | undefined {
  try {
    return new URL(link)
  } catch {
    return undefined
  }
}
