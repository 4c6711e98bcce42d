import './zod-without-eval.ts'
import './styles/critical.css'
import { setNonce } from 'get-nonce'
import { startTransition } from 'react'
import { createRoot, hydrateRoot } from 'react-dom/client'
import { App } from './app.tsx'
import { findRoute } from './routes.tsx'

const root = document.getElementById('root') as HTMLElement
const nonce = document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce
if (nonce) setNonce(nonce)

// A prerendered page can only be taken over once its own code is here. One whose code cannot be had
// is left to the error boundary.
await findRoute(window.location.pathname)
  .page.load()
  .catch(() => undefined)

const app = <App nonce={nonce} />
// In a transition the work is done in slices, and the page answers its user in between.
if (root.hasChildNodes()) startTransition(() => void hydrateRoot(root, app))
else createRoot(root).render(app)
window.replayEarlyClick?.()
