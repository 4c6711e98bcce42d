const styles = new Map<string, Promise<unknown>>()

/**
 * The build wraps every `import()` in this call: the files that the code needs are requested
 * together with it, and its styles are there before it runs.
 */
export async function preload<Code>(load: () => Promise<Code>, files: readonly string[] = []) {
  await Promise.all(files.map((file) => request(`/${file}`)))
  return load()
}

function request(href: string): Promise<unknown> | undefined {
  const isStyle = href.endsWith('.css')
  if (document.querySelector(`link[href="${href}"]`)) return styles.get(href)
  const rel = isStyle ? 'stylesheet' : 'modulepreload'
  const link = Object.assign(document.createElement('link'), { rel, href, crossOrigin: '' })
  if (isStyle) styles.set(href, loaded(link))
  document.head.append(link)
  return styles.get(href)
}

/** A sheet that failed is taken away, so that the next call requests it again. */
function loaded(link: HTMLLinkElement): Promise<unknown> {
  return new Promise((resolve, reject) => {
    link.onload = resolve
    link.onerror = () => {
      link.remove()
      reject(new Error(`${link.href} could not be loaded`))
    }
  })
}
