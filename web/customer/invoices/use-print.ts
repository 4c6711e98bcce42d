import { useEffect, useState } from 'react'
import { flushSync } from 'react-dom'

/** Prints one invoice of the page. The browser's own print command prints all of them. */
export function usePrint() {
  const [printed, setPrinted] = useState<string>()

  useEffect(() => {
    const onAfterPrint = () => setPrinted(undefined)
    window.addEventListener('afterprint', onAfterPrint)
    return () => window.removeEventListener('afterprint', onAfterPrint)
  }, [])

  function print(invoiceNumber: string) {
    // print() renders synchronously, so the other invoices must be hidden before the call.
    flushSync(() => setPrinted(invoiceNumber))
    // Browsers use the title as the file name of a PDF.
    const title = document.title
    document.title = `Invoice ${invoiceNumber}`
    window.print()
    document.title = title
  }

  return { printed, print }
}
