import { appendFileSync, existsSync, mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from '@playwright/test'

type Kind = 'element' | 'color' | 'look in dark mode' | 'outline'

const passed = new Set<string>()
let linesRead = 0

/** The keys that have not passed yet in this run, in any of its workers. */
export function skipPassed(kind: Kind, keys: string[]): string[] {
  readFile()
  return keys.filter((key) => !passed.has(`${kind} ${key}`))
}

export function addPassed(kind: Kind, keys: string[]): void {
  mkdirSync(test.info().project.outputDir, { recursive: true })
  appendFileSync(file(), keys.map((key) => `${kind} ${key}\n`).join(''))
}

/** In the folder of results, which Playwright empties when a run starts. */
const file = () => join(test.info().project.outputDir, 'accessible-parts.txt')

function readFile(): void {
  if (!existsSync(file())) return
  const lines = readFileSync(file(), 'utf8').split('\n')
  // The last line is empty or still being written.
  for (const line of lines.slice(linesRead, -1)) passed.add(line)
  linesRead = lines.length - 1
}
