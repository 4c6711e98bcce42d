/** Downloads the text as a file. */
export function saveFile(name: string, text: string) {
  const url = URL.createObjectURL(new Blob([text], { type: 'application/json' }))
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  // Once the download has started, the browser no longer needs the URL.
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}
