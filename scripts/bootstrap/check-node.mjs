const [major, minor] = process.versions.node.split('.').map(Number)

/** An older Node lacks functions that the server calls, and packages that build it do not run. */
export function checkNode() {
  if (major > 22 || (major === 22 && minor >= 12) || (major === 20 && minor >= 19)) return
  throw new Error(
    `Carboy needs Node 20.19, 22.12 or later (found ${process.versions.node}). Install Node 24 and try again.`,
  )
}
