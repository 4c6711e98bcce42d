// Runs one pass of a scene. One thread and low priority by default: rendering is never urgent.
import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

const run = promisify(execFile)
const here = path.dirname(fileURLToPath(import.meta.url))
export const buildFolder = path.join(here, 'build')
export const passes = { beauty: 0, mask: 1, shadow: 2 }

/** A screen color (#rrggbb) as the linear light that POV-Ray counts in. */
export function linear(hex) {
  const parts = [1, 3, 5].map((i) => {
    const c = Number.parseInt(hex.slice(i, i + 2), 16) / 255
    return (c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4).toFixed(4)
  })
  return `<${parts.join(',')}>`
}

/** Renders `scene` to build/<name>.png and returns its path; `values` become its product.inc. */
export async function render(scene, name, { pass, width, height, values }) {
  const output = path.join(buildFolder, `${name}.png`)
  // To try another encoding or shadow without waiting for the rays again.
  if (process.env.REUSE_PASSES && existsSync(output)) return output
  const ownFolder = path.join(buildFolder, name)
  await mkdir(ownFolder, { recursive: true })
  const lines = Object.entries(values).map(([key, value]) => `#declare ${key} = ${value};\n`)
  await writeFile(path.join(ownFolder, 'product.inc'), lines.join(''))
  // The shadow is a blur: no need to smooth it twice.
  const smoothing = pass === passes.shadow ? ['-A'] : ['+A0.07', '+AM2', '+R3']
  const args = [
    path.join(here, scene),
    `+O${output}`,
    `+L${ownFolder}`,
    `+L${buildFolder}`,
    `+L${here}`,
    `+W${width}`,
    `+H${height}`,
    ...smoothing,
    `+WT${process.env.RENDER_THREADS ?? 1}`,
    '-D',
    'File_Gamma=sRGB',
    `Declare=Pass=${pass}`,
  ]
  try {
    await run('nice', ['-n', '10', 'povray', ...args], { cwd: ownFolder, maxBuffer: 2 ** 26 })
  } catch (error) {
    const reason = String(error.stderr ?? error.message)
    throw new Error(`povray could not render ${name}:\n${reason.slice(-1500)}`)
  }
  return output
}
