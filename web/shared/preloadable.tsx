import { type ComponentType, use } from 'react'

/** A lazily loaded component. A failed load can be retried. */
export type PreloadableComponent<Props> = {
  load: () => Promise<ComponentType<Props>>
  loaded: () => ComponentType<Props> | undefined
}

export function preloadable<Props>(
  fetchCode: () => Promise<ComponentType<Props>>,
): PreloadableComponent<Props> {
  let loaded: ComponentType<Props> | undefined
  let loading: Promise<ComponentType<Props>> | undefined

  function load() {
    loading ??= fetchCode().then(
      (code) => {
        loaded = code
        return code
      },
      (error: unknown) => {
        loading = undefined
        throw error
      },
    )
    return loading
  }
  return { load, loaded: () => loaded }
}

/**
 * Renders synchronously once the code is loaded, which hydration requires. Suspends until then.
 */
export function Preloaded<Props extends object>(component: {
  code: PreloadableComponent<Props>
  props: Props
}) {
  const Component = component.code.loaded() ?? use(component.code.load())
  return <Component {...component.props} />
}
