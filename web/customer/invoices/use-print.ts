import { useEffect, useState } from 'react'
import { flushSync } from 'react-dom'

/** Prints one of the invoices on the page, or all of them where the browser's own menu is used. */
export function usePrint() {
  const [printed, setPrinted] = useState<string>()

  useEffect(() => {
    const afterwards = () => setPrinted(undefined)
    window.addEventListener('afterprint', afterwards)
    return () => window.removeEventListener('afterprint', afterwards)
  }, [])

  function print(invoiceNumber: string) {
    // The browser draws the paper at once: what is left out must be gone by then.
    flushSync(() => setPrinted(invoiceNumber))
    // The title is the name that the file gets when it is saved as PDF.
    const title = document.title
    document.title = `Invoice ${invoiceNumber}`
    window.print()
    document.title = title
  }

  return { printed, print }
}
