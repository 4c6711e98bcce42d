import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { openBillingPortal } from '#web/api/customer.ts'
import { failureText } from '#web/api/failures.ts'
import { toast } from '#web/ui/overlay/use-toast.ts'

/** Opens the provider's billing portal in a new tab, or gives its address where no tab may open. */
export function useBillingPortal() {
  const [blockedUrl, setBlockedUrl] = useState<string>()
  const { mutate, isPending, error } = useMutation({
    mutationFn: (_tab: Window | null) => openBillingPortal(window.location.href),
    onSuccess: (url, tab) => {
      if (!show(url, tab)) setBlockedUrl(url)
    },
    onError: (error, tab) => {
      tab?.close()
      toast({
        title: 'Error',
        description: failureText(error, 'Failed to open billing portal'),
        variant: 'destructive',
      })
    },
  })

  function open() {
    setBlockedUrl(undefined)
    // Browsers let a click open a tab, but not an answer that comes later: so it opens empty.
    mutate(window.open('', '_blank'))
  }

  // What the shop says to do stays on the page when the toast has gone.
  const advice = error ? failureText(error, '') : ''
  return { open, isOpening: isPending, blockedUrl, advice }
}

/** False when no tab could be had. */
function show(url: string, tab: Window | null): boolean {
  if (!tab || tab.closed) return Boolean(window.open(url, '_blank'))
  // The provider's page must not reach back into this one.
  tab.opener = null
  tab.location.replace(url)
  return true
}
