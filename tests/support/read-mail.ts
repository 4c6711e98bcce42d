export type ReadMail = { headers: Map<string, string>; html: string; text: string }

/** Reads a mail as it came over the wire: its headers and its two forms, decoded. */
export function readMail(raw: string): ReadMail {
  const { headers, body } = readPart(raw)
  const boundary = /boundary="([^"]+)"/.exec(headers.get('content-type') ?? '')?.[1] ?? ''
  const parts = body.split(`--${boundary}`).slice(1, -1).map(readPart)
  const formOf = (type: string) => {
    const part = parts.find((one) => one.headers.get('content-type')?.startsWith(type))
    return part ? decoded(part) : ''
  }
  return { headers, html: formOf('text/html'), text: formOf('text/plain') }
}

type Part = { headers: Map<string, string>; body: string }

function readPart(raw: string): Part {
  const trimmed = raw.replace(/^\r\n/, '')
  const [head = ''] = trimmed.split('\r\n\r\n', 1)
  const lines = head.replaceAll(/\r\n[ \t]+/g, ' ').split('\r\n')
  const headers = lines.map((line) => {
    const at = line.indexOf(':')
    return [line.slice(0, at).toLowerCase(), line.slice(at + 1).trim()] as const
  })
  return { headers: new Map(headers), body: trimmed.slice(head.length + 4) }
}

function decoded({ headers, body }: Part): string {
  const encoding = headers.get('content-transfer-encoding')
  if (encoding === 'base64') return Buffer.from(body, 'base64').toString('utf8')
  if (encoding !== 'quoted-printable') return body
  const bytes = body
    .replaceAll('=\r\n', '')
    .replaceAll(/=([0-9A-F]{2})/g, (_, hex: string) =>
      String.fromCharCode(Number.parseInt(hex, 16)),
    )
  return Buffer.from(bytes, 'latin1').toString('utf8')
}
