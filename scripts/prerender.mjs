/** Writes one HTML file per prerendered page, and two shells for all other pages. */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

const ENTRY = 'index.html'
/** Imports every storefront page except home; preloaded in parallel with the entry. */
const STOREFRONT = 'storefront/storefront-pages.ts'
/** The module whose chunk includes the full stylesheet, `web/styles/app.css`. */
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
    if (!html.includes(body) || !html.includes(head))
      throw new Error(`${ENTRY} lacks its placeholders`)
    if (inlineScript.test(html))
      throw new Error(`${file} contains an inline script, which the CSP would block`)
    writeFileSync(join(client, file), html)
  }

  const storefront = pageOnlyFiles(manifest, STOREFRONT)
  const withStyles = (html) => withAppStyles(html, manifest)
  write('app.html', [shellHead, ...preloads(storefront)].join('\n    '), '', withStyles)
  write('staff.html', shellHead, '', (html) =>
    withScript(withStyles(html), `<script src="/${beforePaint}">`),
  )
  for (const page of pages) {
    const body = await renderPage(page.path)
    const head = await pageHead(page)
    const pageFiles = pageOnlyFiles(manifest, page.source)
    if (page.file === ENTRY) {
      // `async`: the script must not block the first paint. After the image, which then gets the
      // connection of the page instead of a new one.
      const script = `<script async src="/${homeStart}"></script>`
      const arrange = (html) => withDeferredCode(withInlineStyles(html, client), pageFiles)
      write(page.file, `${head}\n    ${script}`, body, arrange)
    } else {
      const files = new Set([...storefront, ...pageFiles])
      write(page.file, [head, ...preloads(files)].join('\n    '), body)
    }
  }
}

const preloads = (files) =>
  [...files].map((file) => `<link rel="modulepreload" crossorigin href="/${file}" />`)

/** Returns the page's files without the entry's. They are preloaded in parallel with the entry. */
function pageOnlyFiles(manifest, source) {
  const entry = chunkFiles(manifest, ENTRY)
  return [...chunkFiles(manifest, source)].filter((file) => !entry.has(file))
}

/** Lists the code files as JSON, the entry first; web/prerender/load-app.ts loads them. */
function withDeferredCode(html, pageFiles) {
  const scripts = /\s*<script type="module"[^>]*src="([^"]+)"[^>]*><\/script>/g
  const preloads = /\s*<link rel="modulepreload"[^>]*href="([^"]+)"[^>]*>/g
  const files = [...html.matchAll(scripts), ...html.matchAll(preloads)].map(([, file]) => file)
  if (files.length < 2) throw new Error(`${ENTRY} has no code`)
  const list = JSON.stringify([...files, ...pageFiles.map((file) => `/${file}`)])
  const data = `<script type="application/json" id="page-code">${list}`
  return withScript(html.replace(scripts, '').replace(preloads, ''), data)
}

/** Links the full stylesheet from client-rendered pages, so that it loads in parallel with their code. */
function withAppStyles(html, manifest) {
  const [appStyles, ...more] = getStylesheets(manifest, APP_STYLES_ENTRY)
  const [criticalStyles] = getStylesheets(manifest, ENTRY)
  if (!appStyles || !criticalStyles || more.length > 0)
    throw new Error('the build lacks its stylesheets')
  return html.replace(criticalStyles, () => appStyles)
}

const getStylesheets = (manifest, key) =>
  [...chunkFiles(manifest, key)].flatMap(
    (file) => Object.values(manifest).find((chunk) => chunk.file === file)?.css ?? [],
  )

function withScript(html, script) {
  return html.replace('<meta property="csp-nonce"', (tag) => `${script}</script>\n    ${tag}`)
}

/** Inlines the styles, so that the home page paints without another request. */
function withInlineStyles(html, client) {
  const [link, path] = /<link rel="stylesheet"[^>]*href="([^"]+)"[^>]*>/.exec(html) ?? []
  if (!link) throw new Error(`${ENTRY} has no stylesheet`)
  const styles = readFileSync(join(client, path), 'utf8').trim()
  return html.replace(link, () => `<style nonce="⟦nonce⟧">${styles}</style>`)
}

function chunkFiles(manifest, key, files = new Set()) {
  const chunk = manifest[key]
  if (!chunk) throw new Error(`the manifest has no entry ${key}`)
  if (files.has(chunk.file)) return files
  files.add(chunk.file)
  for (const imported of chunk.imports ?? []) chunkFiles(manifest, imported, files)
  return files
}

function fontPreload(manifest) {
  const font = Object.values(manifest)
    .flatMap((chunk) => [chunk.file, ...(chunk.assets ?? [])])
    .find((file) => file.endsWith('.woff2'))
  if (!font) throw new Error('the build contains no font')
  return `<link rel="preload" as="font" type="font/woff2" href="/${font}" crossorigin />`
}
