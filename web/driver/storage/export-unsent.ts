import { escapeHtml } from '#contract/text/escape-html.ts'
import type { DriverDatabase } from './database.ts'
import { readUnsent, type UnsentEntry } from './read-unsent.ts'

/**
 * A copy of everything that the server does not have, for dispatch, when sending is impossible: a
 * page that a person can read and print, with the photos. The data as sent follows each entry.
 */
export async function exportUnsent(db: DriverDatabase): Promise<string> {
  const entries = await readUnsent(db)
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Unsent driver entries</title>
<style>body{font:16px/1.4 sans-serif;max-width:50em;margin:1em auto;padding:0 1em}section{border-top:1px solid;padding:.5em 0}img{max-width:20em}pre{white-space:pre-wrap;font-size:11px}</style>
</head>
<body>
<h1>Unsent driver entries</h1>
<p>Enter these manually, except those marked "Don't enter this".</p>
${entries.map(toSection).join('\n')}
</body>
</html>
`
}

function toSection(entry: UnsentEntry): string {
  const { event, status, reason, text, skipReason, driverName, photos } = entry
  const fields: [string, string | undefined][] = [
    ['Time', text.time],
    ['Driver', driverName],
    ['Route', text.truck],
    ['Customer', text.stop],
    ['Address', text.address],
    ['In place of', text.replacedEntry],
    ['Not sent because', status === 'sent' ? 'Only its photo is missing.' : reason],
  ]
  const lines = fields.flatMap(([name, value]) => (value ? `${name}: ${escapeHtml(value)}` : []))
  const images = photos.map(({ hash, bytes }) =>
    bytes
      ? `<p><img alt="Photo ${hash}" src="data:image/jpeg;base64,${base64(bytes)}"></p>`
      : `<p>Photo ${hash}: lost</p>`,
  )
  return `<section>
<h2>${escapeHtml(text.what)}</h2>
${skipReason ? `<p><strong>Don't enter this: ${skipReason}.</strong></p>` : ''}
<p>${lines.join('<br>\n')}</p>
${images.join('\n')}
<details><summary>Data</summary><pre>${escapeHtml(JSON.stringify(event))}</pre></details>
</section>`
}

function base64(bytes: ArrayBuffer): string {
  let text = ''
  for (const byte of new Uint8Array(bytes)) text += String.fromCharCode(byte)
  return btoa(text)
}
