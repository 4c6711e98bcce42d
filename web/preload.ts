const styles = new Map<string, Promise<unknown>>()

/**
 * The build wraps every `import()` in this function. It requests the files that the code depends
 * on in parallel, and waits for its styles.
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

/** Removes a stylesheet that failed to load, so that the next call requests it again. */
function loaded(link: HTMLLinkElement): Promise<unknown> {
  return new Promise((resolve, reject) => {
    link.onload = resolve
    link.onerror = () => {
      link.remove()
      reject(new Error(`${link.href} could not be loaded`))
    }
  })
}
