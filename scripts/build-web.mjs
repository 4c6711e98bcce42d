/** Builds everything that is sent to browsers. */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { extname, join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { build } from 'vite'
import { buildDriver } from './build-driver.mjs'
import { prerenderPages } from './prerender.mjs'

const root = resolve(import.meta.dirname, '..')
const client = join(root, 'dist/client')

export async function buildWeb() {
  // With another NODE_ENV in the environment, Vite would bundle React's development build.
  process.env.NODE_ENV = 'production'
  await build({
    root: join(root, 'web'),
    configFile: join(root, 'vite.config.ts'),
    logLevel: 'warn',
  })
  await buildForNode('web/prerender/entry-server.tsx', 'dist/prerender')
  await prerenderPages(client, {
    serverEntry: join(root, 'dist/prerender/entry-server.mjs'),
    beforePaint: await buildScript('web/admin/theme/before-paint.ts'),
    homeStart: await buildScript('web/prerender/home-start.ts'),
  })

  await buildDriver(root, client)
  await compressAll(client)
}

async function buildForNode(entry, folder) {
  await build({
    root: join(root, 'web'),
    configFile: join(root, 'vite.config.ts'),
    logLevel: 'warn',
    publicDir: false,
    build: {
      ssr: join(root, entry),
      outDir: join(root, folder),
      emptyOutDir: true,
      manifest: false,
      target: 'node24',
      rolldownOptions: { output: { entryFileNames: '[name].mjs' } },
    },
  })
}

/** Builds a classic script. A module would run only after the page has been parsed. */
async function buildScript(entry) {
  const { output } = await build({
    root: join(root, 'web'),
    configFile: false,
    logLevel: 'warn',
    publicDir: false,
    build: {
      outDir: join(client, 'assets'),
      emptyOutDir: false,
      target: 'es2022',
      rolldownOptions: {
        input: join(root, entry),
        output: { format: 'iife', entryFileNames: '[name]-[hash].js' },
      },
    },
  })
  return `assets/${output[0].fileName}`
}

const compressible = new Set(['.js', '.css', '.svg', '.webmanifest', '.txt', '.json', '.xml'])

/** Compresses static files. HTML pages are filled in per request, so they are compressed when sent. */
async function compressAll(folder) {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((file) => file.isFile() && compressible.has(extname(file.name)))
    .map((file) => join(file.parentPath, file.name))
  await Promise.all(
    files.map(async (file) => {
      const bytes = readFileSync(file)
      const [br, gz] = await Promise.all([
        promisify(brotliCompress)(bytes, {
          params: { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY },
        }),
        promisify(gzip)(bytes, { level: 9 }),
      ])
      writeFileSync(`${file}.br`, br)
      writeFileSync(`${file}.gz`, gz)
    }),
  )
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) await buildWeb()
