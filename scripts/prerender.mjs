/** Turns the built shell into one HTML file per prerendered page, and two shells for all the others. */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

const ENTRY = 'index.html'
/** Leads to every page of the shop but home: fetched beside the entry, not after it. */
const STOREFRONT = 'storefront/storefront-pages.ts'
/** Whose chunk brings the whole sheet. */
const APP_STYLES_ENTRY = 'shared/query-provider.tsx'
const inlineScript = /<script(?![^>]*(?: src=| type="application\/))/

export async function prerenderPages(client, { serverEntry, beforePaint, homeStart }) {
  const { pageHead, pages, renderPage, shellHead } = await import(pathToFileURL(serverEntry).href)
  const manifest = JSON.parse(readFileSync(join(client, '.vite/manifest.json'), 'utf8'))
  const shell = readFileSync(join(client, ENTRY), 'utf8')

  const write = (file, head, body, arrange = (html) => html) => {
    const html = arrange(shell)
      .replace('<!--head-->', () => `${head}\n    ${fontPreload(manifest)}`)
      .replace('<!--page-->', () => body)
    if (!html.includes(body) || !html.includes(head)) throw new Error(`${ENTRY} has lost its marks`)
    if (inlineScript.test(html))
      throw new Error(`${file} holds a script that the policy would block`)
    writeFileSync(join(client, file), html)
  }

  const storefront = pageOnlyFiles(manifest, STOREFRONT)
  const whole = (html) => withAppStyles(html, manifest)
  write('app.html', [shellHead, ...preloads(storefront)].join('\n    '), '', whole)
  write('staff.html', shellHead, '', (html) =>
    withScript(whole(html), `<script src="/${beforePaint}">`),
  )
  for (const page of pages) {
    const body = await renderPage(page.path)
    const own = pageOnlyFiles(manifest, page.source)
    if (page.file === ENTRY) {
      // It must not hold up the first paint, so it comes when it comes.
      const script = `<script async src="/${homeStart}">`
      const arrange = (html) => withDeferredCode(withInlineStyles(html, client), own)
      write(page.file, pageHead(page), body, (html) => withScript(arrange(html), script))
    } else {
      write(
        page.file,
        [pageHead(page), ...preloads(new Set([...storefront, ...own]))].join('\n    '),
        body,
      )
    }
  }
}

const preloads = (files) =>
  [...files].map((file) => `<link rel="modulepreload" crossorigin href="/${file}" />`)

/** The page's own code beside the entry's, so that it need not wait for the entry to ask for it. */
function pageOnlyFiles(manifest, source) {
  const entry = chunkFiles(manifest, ENTRY)
  return [...chunkFiles(manifest, source)].filter((file) => !entry.has(file))
}

/** The files are only named, the entry first: web/prerender/load-app.ts asks for them. */
function withDeferredCode(html, own) {
  const scripts = /\s*<script type="module"[^>]*src="([^"]+)"[^>]*><\/script>/g
  const preloads = /\s*<link rel="modulepreload"[^>]*href="([^"]+)"[^>]*>/g
  const files = [...html.matchAll(scripts), ...html.matchAll(preloads)].map(([, file]) => file)
  if (files.length < 2) throw new Error(`${ENTRY} has lost its code`)
  const list = JSON.stringify([...files, ...own.map((file) => `/${file}`)])
  const data = `<script type="application/json" id="page-code">${list}`
  return withScript(html.replace(scripts, '').replace(preloads, ''), data)
}

/** Pages that are drawn in the browser wear the whole sheet: it must not wait for their code. */
function withAppStyles(html, manifest) {
  const [whole, ...more] = stylesheetsOf(manifest, APP_STYLES_ENTRY)
  const [front] = stylesheetsOf(manifest, ENTRY)
  if (!whole || !front || more.length > 0) throw new Error('the build has lost its sheets')
  return html.replace(front, () => whole)
}

const stylesheetsOf = (manifest, key) =>
  [...chunkFiles(manifest, key)].flatMap(
    (file) => Object.values(manifest).find((chunk) => chunk.file === file)?.css ?? [],
  )

function withScript(html, script) {
  return html.replace('<meta property="csp-nonce"', (tag) => `${script}</script>\n    ${tag}`)
}

/** The first page of a visit is drawn from its HTML alone, without waiting for the styles' file. */
function withInlineStyles(html, client) {
  const [link, path] = /<link rel="stylesheet"[^>]*href="([^"]+)"[^>]*>/.exec(html) ?? []
  if (!link) throw new Error(`${ENTRY} has lost its styles`)
  const styles = readFileSync(join(client, path), 'utf8').trim()
  return html.replace(link, () => `<style nonce="⟦nonce⟧">${styles}</style>`)
}

function chunkFiles(manifest, key, files = new Set()) {
  const chunk = manifest[key]
  if (!chunk) throw new Error(`the build knows nothing of ${key}`)
  if (files.has(chunk.file)) return files
  files.add(chunk.file)
  for (const imported of chunk.imports ?? []) chunkFiles(manifest, imported, files)
  return files
}

function fontPreload(manifest) {
  const font = Object.values(manifest)
    .flatMap((chunk) => [chunk.file, ...(chunk.assets ?? [])])
    .find((file) => file.endsWith('.woff2'))
  if (!font) throw new Error('the build holds no font')
  return `<link rel="preload" as="font" type="font/woff2" href="/${font}" crossorigin />`
}
