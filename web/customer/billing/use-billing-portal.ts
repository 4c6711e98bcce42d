import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { openBillingPortal } from '#web/api/customer.ts'
import { failureText } from '#web/api/failures.ts'
import { toast } from '#web/ui/overlay/use-toast.ts'

/** Opens the provider's billing portal in a new tab. If the tab is blocked, returns the URL. */
export function useBillingPortal() {
  const [blockedUrl, setBlockedUrl] = useState<string>()
  const { mutate, isPending, error } = useMutation({
    mutationFn: (_tab: Window | null) => openBillingPortal(window.location.href),
    onSuccess: (url, tab) => {
      if (!showPortal(url, tab)) setBlockedUrl(url)
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
    // Browsers allow a new tab only during the click, so it opens empty before the response.
    mutate(window.open('', '_blank'))
  }

  // The server's advice stays on the page after the toast closes.
  const advice = error ? failureText(error, '') : ''
  return { open, isOpening: isPending, blockedUrl, advice }
}

/** Returns false if the browser blocked the tab. */
function showPortal(url: string, tab: Window | null): boolean {
  if (!tab || tab.closed) return Boolean(window.open(url, '_blank'))
  // The provider's page must not have access to this window.
  tab.opener = null
  tab.location.replace(url)
  return true
}
