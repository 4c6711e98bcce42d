/** Replaces ':id' and other parameters. Values are encoded, so they cannot add path segments. */
export function fillPath(path: string, params: Record<string, string>): string {
  return path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? ''))
}
