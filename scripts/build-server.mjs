/** Bundles the server, its commands and its email templates for Node 20 and newer. */
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

/** Native and CommonJS packages are dependencies and stay external; development packages are bundled. */
const externals = Object.keys({ ...dependencies, ...optionalDependencies })
const isExternal = (id) => externals.some((name) => id === name || id.startsWith(`${name}/`))

const commands = readdirSync(join(root, 'server', 'commands'))
  .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
  .map((name) => join(root, 'server', 'commands', name))
const encoder = join(root, 'server', 'adapters', 'image-encoder', 'encode-image.ts')
const solver = join(root, 'server', 'routing', 'solver-worker.ts')
const programs = [join(root, 'server', 'main.ts'), encoder, solver, ...commands]

const shared = {
  cwd: root,
  platform: 'node',
  onLog(level, log, handle) {
    // An unresolved import would otherwise fail only when the server runs.
    if (log.code === 'UNRESOLVED_IMPORT') throw new Error(log.message)
    handle(level, log)
  },
}

await build({
  ...shared,
  input: Object.fromEntries(programs.map((file) => [basename(file, '.ts'), file])),
  external: isExternal,
  plugins: [requireHttp()],
  transform: { target: 'node20' },
  output: outputIn('server'),
})

const mail = join(root, 'server', 'modules', 'mail')
await build({
  ...shared,
  input: join(mail, 'templates', 'render-email.ts'),
  plugins: [
    replaceModules({
      react: join(mail, 'markup', 'react.ts'),
      'react/jsx-runtime': join(mail, 'markup', 'jsx-runtime.ts'),
    }),
  ],
  transform: { target: 'node20' },
  output: outputIn('mail'),
})

/**
 * Renders emails without React: its modules are replaced by functions that build strings. Components
 * that need more of React are excluded; an email that used one would not build.
 */
function replaceModules(modules) {
  const excluded = /^@react-email\/(code-block|code-inline|font|img|markdown|render|tailwind)$/
  return {
    name: 'replace-modules',
    resolveId: (id) => modules[id] ?? (excluded.test(id) ? '\0excluded' : null),
    load: (id) => (id === '\0excluded' ? 'export {}' : null),
  }
}

function outputIn(name) {
  return {
    dir: join(root, 'dist', name),
    cleanDir: true,
    format: 'esm',
    entryFileNames: '[name].mjs',
    chunkFileNames: '[name]-[hash].mjs',
    // Node holds all source text in memory, so it is minified. Names stay, for readable stack traces.
    minify: { compress: true, mangle: false, codegen: true },
    comments: false,
    // One character beyond Latin-1 makes V8 keep the whole file with two bytes per character.
    charset: 'ascii',
  }
}

/**
 * Replaces imports of node:http by `require`. An import reads all exports, and one of them makes newer
 * Node versions load their fetch implementation: 13 MB that the server never uses.
 */
function requireHttp() {
  const lazy = new Set(['WebSocket', 'CloseEvent', 'MessageEvent'])
  const builtins = { http, https }
  return {
    name: 'require-http',
    resolveId: (id) => /^(node:)?https?$/.exec(id) && `\0${id.replace('node:', '')}`,
    load(id) {
      const name = id.slice(1)
      const builtin = id.startsWith('\0') && builtins[name]
      if (!builtin) return null
      const names = Object.keys(builtin).filter((key) => !lazy.has(key))
      return `import { createRequire } from 'node:module'
        const builtin = createRequire(import.meta.url)('node:${name}')
        export const { ${names.join(', ')} } = builtin
        export default builtin`
    },
  }
}
