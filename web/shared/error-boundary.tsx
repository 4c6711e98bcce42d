import { Component, type ReactNode } from 'react'
import { Button } from '#web/ui/button.tsx'

type Props = { children: ReactNode }

/** When a page breaks, or its code cannot be fetched, people get words and a way on. */
export class ErrorBoundary extends Component<Props, { hasFailed: boolean }> {
  override state = { hasFailed: false }

  static getDerivedStateFromError() {
    return { hasFailed: true }
  }

  override render() {
    if (!this.state.hasFailed) return this.props.children
    return (
      <main className="mx-auto flex min-h-dvh max-w-md flex-col items-start justify-center gap-4 p-6">
        <h1 className="text-3xl">This page could not be shown</h1>
        <p className="text-muted">
          The connection may have dropped, or the shop was just updated. Loading the page again
          usually helps; your cart is safe if you had started checkout.
        </p>
        <Button onClick={() => window.location.reload()}>Load again</Button>
      </main>
    )
  }
}
