import { navigate, useHistoryState, useSearch } from '#web/shared/router.ts'

/** Whether the panel was opened from the list, so that one step back closes it. */
type PanelState = { isOpened?: boolean }

/** The open row. Its id is in the URL, so that it can be shared and Back closes the panel. */
export function usePanel(
  name: 'order' | 'customer' | 'subscription' | 'product' | 'member' | 'case' | 'review',
) {
  const openId = new URLSearchParams(useSearch()).get(name) ?? ''
  const state = useHistoryState<PanelState>()

  const urlFor = (id: string) => {
    const params = new URLSearchParams(window.location.search)
    if (id) params.set(name, id)
    else params.delete(name)
    return `${window.location.pathname}${params.size ? `?${params}` : ''}`
  }

  return {
    openId,
    urlFor,
    /** Replaces an open row in the history, so that Back leads to the list. */
    open(id: string) {
      if (id === openId) return
      const isOpened = openId ? (state?.isOpened ?? false) : true
      navigate(urlFor(id), { replace: Boolean(openId), state: { ...state, isOpened } })
    },
    close() {
      if (state?.isOpened) window.history.back()
      else navigate(urlFor(''), { replace: true, state })
    },
  }
}

export type Panel = ReturnType<typeof usePanel>
