import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { brotliCompressSync, brotliDecompressSync, constants } from 'node:zlib'

const root = resolve(import.meta.dirname, '..', '..', '..')

/** The built server of the release before this version. */
export const previousRelease = join(import.meta.dirname, '..', 'previous', 'release.json.br')

type Release = { version: string; files: Record<string, string> }

/**
 * Files that a server needs to start: bundles, SQL and the HTML of its pages. Scripts and images of the
 * pages are left out, which are most of a build; packages are those of the checkout.
 */
const included = [
  { folder: 'dist/server', pattern: /\.mjs$/ },
  { folder: 'dist/mail', pattern: /\.mjs$/ },
  { folder: 'dist/client', pattern: /^[\w-]+\.html$|^\.vite\/.*\.json$|^driver-worker\.js$/ },
  { folder: 'server/db/migrations', pattern: /\.sql$|_journal\.json$/ },
  { folder: 'server/db/triggers', pattern: /\.sql$/ },
]

/** Packs the built server of this checkout into one compressed file. */
export function packRelease(): { version: string; packed: Buffer } {
  const manifest = readFileSync(join(root, 'package.json'), 'utf8')
  const paths = included.flatMap(({ folder, pattern }) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => pattern.test(name))
      .sort()
      .map((name) => `${folder}/${name}`),
  )
  const files = Object.fromEntries(
    paths.map((path) => [path, readFileSync(join(root, path), 'utf8')]),
  )
  const { version } = JSON.parse(manifest)
  const release: Release = { version, files: { 'package.json': manifest, ...files } }
  const { BROTLI_PARAM_LGWIN, BROTLI_PARAM_QUALITY } = constants
  const params = { [BROTLI_PARAM_QUALITY]: 11, [BROTLI_PARAM_LGWIN]: 24 }
  return { version, packed: brotliCompressSync(JSON.stringify(release), { params }) }
}

/** Unpacks a release and returns the file that starts its server. */
export function unpackRelease(packed: Buffer, folder: string): { version: string; main: string } {
  const { version, files }: Release = JSON.parse(brotliDecompressSync(packed).toString())
  for (const [path, text] of Object.entries(files)) {
    const file = join(folder, path)
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, text)
  }
  return { version, main: join(folder, 'dist', 'server', 'main.mjs') }
}
