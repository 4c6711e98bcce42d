import { useCallback } from 'react'
import { hasCardForm } from './has-card-form.ts'
import { useRouter } from './router.ts'

type NavigateOptions = { replace?: boolean; state?: object }

/** Navigates, with a full page load if either page has a card form (rule 28). */
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
