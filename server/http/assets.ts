import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { extname, join } from 'node:path'

export type Asset = {
  type: string
  etag: string
  /** The file name contains a content hash, so browsers may cache it for a year. */
  isHashed: boolean
  /** Only without `br`: almost every client accepts Brotli or gzip, so it is not cached. */
  plain: Buffer | undefined
  br: Buffer | undefined
  gzip: Buffer | undefined
}

const types: Record<string, string> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.avif': 'image/avif',
  '.webp': 'image/webp',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
  '.webmanifest': 'application/manifest+json',
  '.txt': 'text/plain; charset=utf-8',
}

type Assets = ReadonlyMap<string, Asset>

const loaded = new Map<string, Assets>()

/**
 * Loads all built files into memory, so that a running server keeps serving them while a new build
 * replaces them. A process loads a folder once, because tests open a thousand shops in one process.
 */
export function loadAssets(dir: string): Assets {
  const assets = loaded.get(dir) ?? readAssets(dir)
  loaded.set(dir, assets)
  return assets
}

function readAssets(dir: string): Assets {
  const assets = new Map<string, Asset>()
  for (const name of readdirSync(dir, { recursive: true, encoding: 'utf8' })) {
    const type = types[extname(name)]
    const path = join(dir, name)
    if (!type || !statSync(path).isFile()) continue
    const plain = readFileSync(path)
    const br = readIfExists(`${path}.br`)
    assets.set(`/${name.replaceAll('\\', '/')}`, {
      type,
      etag: `"${createHash('sha256').update(plain).digest('base64url').slice(0, 22)}"`,
      isHashed: name.startsWith('assets'),
      plain: br ? undefined : plain,
      br,
      gzip: readIfExists(`${path}.gz`),
    })
  }
  return assets
}

function readIfExists(path: string): Buffer | undefined {
  return statSync(path, { throwIfNoEntry: false }) ? readFileSync(path) : undefined
}

export type Encoding = 'br' | 'gzip' | undefined

export function pickEncoding(accepted: string | undefined): Encoding {
  if (!accepted) return undefined
  if (/\bbr\b/.test(accepted)) return 'br'
  return /\bgzip\b/.test(accepted) ? 'gzip' : undefined
}
