import { useCallback } from 'react'
import { hasCardForm } from '#web/paths.ts'
import { useRouter } from './router.ts'

type NavigateOptions = { replace?: boolean; state?: object }

/** Goes to a page of ours, as a new document where either end has a card form (rule 28). */
export function useAppNavigate() {
  const { path, go } = useRouter()
  return useCallback(
    (to: string, options: NavigateOptions = {}) => {
      if (!hasCardForm(path) && !hasCardForm(to)) return go(to, options)
      if (options.replace) window.location.replace(to)
      else window.location.assign(to)
    },
    [path, go],
  )
}
