/** Bundles the server, its commands and its mail templates for Node 20 and newer. */
import { readdirSync, readFileSync } from 'node:fs'
import http from 'node:http'
import https from 'node:https'
import { basename, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'rolldown'

const root = resolve(fileURLToPath(import.meta.url), '..', '..')
const { dependencies, optionalDependencies } = JSON.parse(
  readFileSync(join(root, 'package.json'), 'utf8'),
)

/** Native and CommonJS packages are dependencies and stay externals; development packages are bundled. */
const externals = Object.keys({ ...dependencies, ...optionalDependencies })
const isExternal = (id) => externals.some((name) => id === name || id.startsWith(`${name}/`))

const commands = readdirSync(join(root, 'server', 'commands'))
  .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
  .map((name) => join(root, 'server', 'commands', name))
const programs = [join(root, 'server', 'main.ts'), ...commands]

const shared = {
  cwd: root,
  platform: 'node',
  onLog(level, log, handle) {
    // A name that cannot be found would fail only when the server runs.
    if (log.code === 'UNRESOLVED_IMPORT') throw new Error(log.message)
    handle(level, log)
  },
}

await build({
  ...shared,
  input: Object.fromEntries(programs.map((file) => [basename(file, '.ts'), file])),
  external: isExternal,
  plugins: [requiredHttp()],
  transform: { target: 'node20' },
  output: inFolder('server'),
})

const mail = join(root, 'server', 'modules', 'mail')
await build({
  ...shared,
  input: join(mail, 'templates', 'render-email.ts'),
  plugins: [
    replaced({
      react: join(mail, 'markup', 'react.ts'),
      'react/jsx-runtime': join(mail, 'markup', 'jsx-runtime.ts'),
    }),
  ],
  transform: { target: 'node20' },
  output: inFolder('mail'),
})

/**
 * Mails become plain functions: what their components take from React is replaced by what writes
 * strings. Components that need more of React are left out, and a mail that used one would not build.
 */
function replaced(modules) {
  const left = /^@react-email\/(code-block|code-inline|font|img|markdown|render|tailwind)$/
  return {
    name: 'replaced',
    resolveId: (id) => modules[id] ?? (left.test(id) ? '\0left out' : null),
    load: (id) => (id === '\0left out' ? 'export {}' : null),
  }
}

function inFolder(name) {
  return {
    dir: join(root, 'dist', name),
    cleanDir: true,
    format: 'esm',
    entryFileNames: '[name].mjs',
    chunkFileNames: '[name]-[hash].mjs',
    // Node keeps the text of all code in memory. Names stay, for the sake of error reports.
    minify: { compress: true, mangle: false, codegen: true },
    comments: false,
  }
}

/**
 * An import of node:http reads all its exports, and one of them makes newer Nodes load their whole
 * fetch: 13 MB that nobody here uses. `require` reads only what is asked for.
 */
function requiredHttp() {
  const lazy = new Set(['WebSocket', 'CloseEvent', 'MessageEvent'])
  const namesOf = { http, https }
  return {
    name: 'required-http',
    resolveId: (id) => /^(node:)?https?$/.exec(id) && `\0${id.replace('node:', '')}`,
    load(id) {
      const name = id.slice(1)
      const builtin = id.startsWith('\0') && namesOf[name]
      if (!builtin) return null
      const names = Object.keys(builtin).filter((key) => !lazy.has(key))
      return `import { createRequire } from 'node:module'
        const builtin = createRequire(import.meta.url)('node:${name}')
        export const { ${names.join(', ')} } = builtin
        export default builtin`
    },
  }
}
