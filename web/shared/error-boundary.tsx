import { Component, type ReactNode } from 'react'
import { Button } from '#web/ui/button.tsx'

type Props = { children: ReactNode }

/** Shows a message and a reload button if a page crashes or its code fails to load. */
export class ErrorBoundary extends Component<Props, { hasFailed: boolean }> {
  override state = { hasFailed: false }

  static getDerivedStateFromError() {
    return { hasFailed: true }
  }

  override render() {
    if (!this.state.hasFailed) return this.props.children
    return (
      <main className="mx-auto flex min-h-dvh max-w-md flex-col items-start justify-center gap-4 p-6">
        <h1 className="text-3xl">Something went wrong</h1>
        <p className="text-muted">
          We couldn't load this page. Check your connection and reload. If you'd started checkout,
          your cart is saved.
        </p>
        <Button onClick={() => window.location.reload()}>Reload page</Button>
      </main>
    )
  }
}
