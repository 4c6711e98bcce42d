export type ParsedEmail = { headers: Map<string, string>; html: string; text: string }

/** Parses a raw email into its headers and its decoded HTML and text bodies. */
export function parseEmail(raw: string): ParsedEmail {
  const { headers, body } = parsePart(raw)
  const boundary = /boundary="([^"]+)"/.exec(headers.get('content-type') ?? '')?.[1] ?? ''
  const parts = body.split(`--${boundary}`).slice(1, -1).map(parsePart)
  const bodyOfType = (type: string) => {
    const part = parts.find((candidate) => candidate.headers.get('content-type')?.startsWith(type))
    return part ? decodeBody(part) : ''
  }
  return { headers, html: bodyOfType('text/html'), text: bodyOfType('text/plain') }
}

type Part = { headers: Map<string, string>; body: string }

function parsePart(raw: string): Part {
  const trimmed = raw.replace(/^\r\n/, '')
  const [headerText = ''] = trimmed.split('\r\n\r\n', 1)
  const lines = headerText.replaceAll(/\r\n[ \t]+/g, ' ').split('\r\n')
  const headers = lines.map((line) => {
    const at = line.indexOf(':')
    return [line.slice(0, at).toLowerCase(), decodeWords(line.slice(at + 1).trim())] as const
  })
  return { headers: new Map(headers), body: trimmed.slice(headerText.length + 4) }
}

/** RFC 2047: a header with other characters than ASCII. */
const decodeWords = (value: string): string =>
  value
    .replaceAll(/(\?=)\s+(=\?)/g, '$1$2')
    .replaceAll(/=\?utf-8\?q\?([^?]*)\?=/gi, (_, text: string) =>
      decodeQuoted(text.replaceAll('_', ' ')),
    )

function decodeBody({ headers, body }: Part): string {
  const encoding = headers.get('content-transfer-encoding')
  if (encoding === 'base64') return Buffer.from(body, 'base64').toString('utf8')
  if (encoding !== 'quoted-printable') return body
  return decodeQuoted(body.replaceAll('=\r\n', ''))
}

function decodeQuoted(text: string): string {
  const bytes = text.replaceAll(/=([0-9A-F]{2})/g, (_, hex: string) =>
    String.fromCharCode(Number.parseInt(hex, 16)),
  )
  return Buffer.from(bytes, 'latin1').toString('utf8')
}
