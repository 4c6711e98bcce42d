const interactionEvents = ['pointermove', 'pointerdown', 'keydown', 'focusin'] as const

/** Resolves on the next pointer, key or focus event. */
export function waitForInteraction(signal?: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const controller = new AbortController()
    signal?.addEventListener('abort', () => controller.abort())
    const onInteraction = () => {
      controller.abort()
      resolve()
    }
    for (const type of interactionEvents) {
      window.addEventListener(type, onInteraction, { signal: controller.signal, passive: true })
    }
  })
}
