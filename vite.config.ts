import { resolve } from 'node:path'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'

const absolutePath = (path: string) => JSON.stringify(resolve(import.meta.dirname, path))

/** Modules of every page, as one chunk: another request would cost more than the kilobytes it saves. */
const everyPage = [
  /node_modules\/(react|react-dom|scheduler|get-nonce)\//,
  /rolldown\/runtime/,
  /node_modules\/lucide-react\/.*\/icons\/(x|plus|minus|arrow-right|refresh-cw)\.mjs/,
  /\/web\/storefront\/cart\/(stored-cart|cart-store|use-cart)\b/,
  /\/web\/storefront\/home\/(checkout-problem|scroll-button)\b/,
  /\/web\/(app|routes|preload|api\/(request|failures|page-data|catalog|products-path))\b/,
  /\/web\/shared\/(preloadable|error-boundary|notifications|use-preload-on-interaction|wait-for-interaction|static-section|test-mode-notice)\b/,
  /\/web\/shared\/(page-frame|has-card-form|site-header|site-link|brand|router|use-app-navigate|use-hydrated|money|product-image|quantity-stepper)\b/,
  /\/web\/ui\/(cx|button|badge|create-icon|spinner|nonce|overlay\/use-toast)\b/,
  /\/contract\/(pages|page-tokens|money|pricing-limits|shop)\b/,
]

/** Modules of every page except the prerendered ones. */
const queries = [
  /node_modules\/@tanstack\//,
  /\/web\/(paths|api\/client|shared\/query-provider)\b/,
  /\/contract\/fill-path\b/,
]

/** Overlays: loaded at the first user interaction or at first use. */
const panels = [
  /\/web\/ui\/overlay\/(dialog|sheet|toast)\.tsx/,
  /node_modules\/@radix-ui\/react-(dialog|toast)\//,
]

/** The static sections of the home page and the footer, as one chunk that loads on interaction. */
const sections = [
  /\/web\/storefront\/home\/(static-sections|hero|hero-image|benefits|how-it-works|same-day-band)\b/,
  /\/web\/shared\/site-footer\b/,
  /node_modules\/lucide-react\/.*\/icons\/(phone|mail|map-pin|mouse-pointer-click|calendar-days|truck|zap|file-x-corner|file-x-2|house)\.mjs/,
]

const isIn = (patterns: RegExp[]) => (id: string) =>
  patterns.some((pattern) => pattern.test(id.replaceAll('\\', '/')))

/** Parts of many pages that bring no library with them. */
const parts = [/node_modules\/lucide-react\//, /\/web\/(ui|shared)\//, /\/contract\//]

/** Calls of the API, and those of their schemas that need a library. */
const calls = [/\/web\/(paths|api\/)/]
const schemas = [/node_modules\/zod\//, /\/contract\//, /\/web\/(zod-without-eval|api\/)/]

type Graph = {
  getModuleInfo(
    id: string,
  ): { importers: string[]; dynamicImporters: string[]; importedIds: string[] } | null
}

/** Each as a chunk of its own, these modules would be a hundred requests of one staff page. */
function nameSharedChunk(id: string, graph: Graph): string | null {
  if (isOnlyStaff(id, graph)) return 'staff'
  if (needsOnly([...everyPage, ...parts], id, graph)) return 'parts'
  if (needsOnly([...everyPage, ...queries, ...parts, ...calls], id, graph)) return 'calls'
  return isIn(schemas)(id) ? 'schemas' : null
}

/** Whether only the staff portal imports the module, directly or through others. */
function isOnlyStaff(id: string, graph: Graph, seen = new Set<string>()): boolean {
  if (seen.has(id)) return true
  seen.add(id)
  const { importers = [], dynamicImporters = [] } = graph.getModuleInfo(id) ?? {}
  const all = [...importers, ...dynamicImporters].filter(
    (importer) => !isIn([/\/web\/routes\b/])(importer),
  )
  if (all.length === 0) return isIn([/\/web\/admin\//])(id)
  return all.every((importer) => isOnlyStaff(importer, graph, seen))
}

/** Whether the module and everything that it imports are in these. */
function needsOnly(known: RegExp[], id: string, graph: Graph, seen = new Set<string>()): boolean {
  if (seen.has(id) || isIn(everyPage)(id) || isIn(queries)(id)) return isIn(known)(id)
  seen.add(id)
  const { importedIds = [] } = graph.getModuleInfo(id) ?? {}
  return isIn(known)(id) && importedIds.every((other) => needsOnly(known, other, graph, seen))
}

/**
 * Icons use web/ui/create-icon.ts instead of the library's larger function, and keep their shapes
 * only, without the name, aliases and keys.
 */
const leanIcons: Plugin = {
  name: 'lean-icons',
  transform(code, id) {
    if (!/lucide-react\/.*\/icons\//.test(id) || !code.includes('createLucideIcon(')) return
    const shapes = /node: (\[.*?\]\s*\])/s.exec(code)?.[1]
    if (!shapes) throw new Error(`${id} has no shapes`)
    return [
      `import { createIcon } from ${absolutePath('web/ui/create-icon.ts')}`,
      `export default createIcon(${shapes.replace(/, key: "\w+"/g, '')})`,
    ].join('\n')
  },
}

/** Replaces Vite's preload helper, which supports older browsers and is four times as large. */
const leanPreload: Plugin = {
  name: 'lean-preload',
  enforce: 'pre',
  load: (id) =>
    id === '\0vite/preload-helper.js'
      ? `export { preload as __vitePreload } from ${absolutePath('web/preload.ts')}`
      : undefined,
}

/** The browser build; scripts/build-web.mjs adds the builds that run in Node. */
export default defineConfig(({ isSsrBuild }) => ({
  root: 'web',
  define: { __REACT_DEVTOOLS_GLOBAL_HOOK__: 'undefined' },
  // The prerendered icons are the same as in the browser.
  ssr: { noExternal: ['lucide-react'] },
  plugins: [react(), tailwindcss(), leanIcons, leanPreload],
  build: {
    outDir: '../dist/client',
    emptyOutDir: true,
    manifest: true,
    target: 'es2022',
    modulePreload: { polyfill: false },
    chunkSizeWarningLimit: 300,
    ...(!isSsrBuild && {
      rolldownOptions: {
        output: {
          codeSplitting: {
            groups: [
              { name: 'shop', test: isIn(everyPage), priority: 2 },
              { name: 'queries', test: isIn(queries), priority: 1 },
              { name: 'panels', test: isIn(panels), priority: 1 },
              { name: 'sections', test: isIn(sections), priority: 1 },
              {
                name: nameSharedChunk,
                debugName: 'shared',
                minShareCount: 2,
                includeDependenciesRecursively: false,
              },
            ],
          },
        },
      },
    }),
  },
}))
