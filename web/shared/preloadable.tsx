import { type ComponentType, use } from 'react'

/** A component whose code comes later. A load that failed may be tried again. */
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
 * Once the code is here it renders without a pause, which is what hydration needs; before that it
 * suspends.
 */
export function Preloaded<Props extends object>(part: {
  code: PreloadableComponent<Props>
  props: Props
}) {
  const Part = part.code.loaded() ?? use(part.code.load())
  return <Part {...part.props} />
}
