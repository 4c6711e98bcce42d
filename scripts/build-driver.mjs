/** Builds the driver's app: one script and one stylesheet of its own, and its service worker. */
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { build } from 'vite'

const PAGE = 'driver.html'
const WORKER = 'driver-worker.js'

export async function buildDriver(root, client) {
  const folder = join(root, 'web/driver')
  const options = { root: folder, configFile: false, logLevel: 'warn', publicDir: false }
  const output = { outDir: client, emptyOutDir: false, target: 'es2022' }
  const app = await build({
    ...options,
    plugins: [react(), tailwindcss()],
    build: {
      ...output,
      modulePreload: { polyfill: false },
      chunkSizeWarningLimit: 500,
      // The content security policy allows no inlined fonts.
      assetsInlineLimit: 0,
      rolldownOptions: { input: join(folder, PAGE) },
    },
  })
  const files = app.output.map(({ fileName }) => fileName).filter((file) => file !== PAGE)
  const paths = files.map((file) => `/${file}`).sort()
  const html = readFileSync(join(client, PAGE), 'utf8')
  // Without a change of the files there is no new version, and phones keep what they have.
  const version = createHash('sha256').update(paths.join()).update(html).digest('hex').slice(0, 12)
  await build({
    ...options,
    define: {
      __DRIVER_FILES__: JSON.stringify(paths),
      __DRIVER_VERSION__: JSON.stringify(version),
    },
    build: {
      ...output,
      rolldownOptions: {
        input: join(folder, 'worker/driver-worker.ts'),
        output: { format: 'iife', entryFileNames: WORKER },
      },
    },
  })
}
