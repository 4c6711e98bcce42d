import { navigate, useHistoryState, useSearch } from '#web/shared/router.ts'

/** Whether what is shown was opened from the list, so that one step back closes it. */
type PanelState = { isOpened?: boolean }

/** What is shown beside a list: its id stands in the address, so it can be shared and Back closes it. */
export function usePanel(name: 'order' | 'customer' | 'subscription') {
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
    /** Another one takes the place of the one before: Back still leads to the list alone. */
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
