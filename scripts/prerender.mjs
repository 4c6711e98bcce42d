/** Turns the built shell into one HTML file per prerendered page, and a shell for all the others. */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

const ENTRY = 'index.html'

export async function prerenderPages(client, serverEntry) {
  const { headOf, pages, renderPage, shellHead } = await import(pathToFileURL(serverEntry).href)
  const manifest = JSON.parse(readFileSync(join(client, '.vite/manifest.json'), 'utf8'))
  const shell = readFileSync(join(client, ENTRY), 'utf8')

  const write = (file, head, body, arrange = (html) => html) => {
    const html = shell
      .replace('<!--head-->', () => `${head}\n    ${fontPreload(manifest)}`)
      .replace('<!--page-->', () => body)
    if (!html.includes(body) || !html.includes(head)) throw new Error(`${ENTRY} has lost its marks`)
    writeFileSync(join(client, file), arrange(html))
  }

  write('app.html', shellHead, '')
  for (const page of pages) {
    const head = [headOf(page), ...codePreloads(manifest, page.source, shell)].join('\n    ')
    write(page.file, head, await renderPage(page.path), codeLast)
  }
}

/** The page's own code beside the entry's, so that it need not wait for the entry to ask for it. */
function codePreloads(manifest, source, shell) {
  return [...filesOf(manifest, source)]
    .filter((file) => !shell.includes(file))
    .map((file) => `<link rel="modulepreload" crossorigin href="/${file}" />`)
}

/** A prerendered page can be read before its code runs: styles, picture and font go first. */
function codeLast(html) {
  return html
    .replaceAll('<link rel="modulepreload"', '<link rel="modulepreload" fetchpriority="low"')
    .replaceAll('<script type="module"', '<script type="module" fetchpriority="low"')
}

function filesOf(manifest, key, files = new Set()) {
  const chunk = manifest[key]
  if (!chunk) throw new Error(`the build knows nothing of ${key}`)
  if (files.has(chunk.file)) return files
  files.add(chunk.file)
  for (const imported of chunk.imports ?? []) filesOf(manifest, imported, files)
  return files
}

function fontPreload(manifest) {
  const font = Object.values(manifest)
    .flatMap((chunk) => [chunk.file, ...(chunk.assets ?? [])])
    .find((file) => file.endsWith('.woff2'))
  if (!font) throw new Error('the build holds no font')
  return `<link rel="preload" as="font" type="font/woff2" href="/${font}" crossorigin />`
}
