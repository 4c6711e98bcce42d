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

// Hydration needs the page's code. If it fails to load, the error boundary handles it.
await findRoute(window.location.pathname)
  .page.load()
  .catch(() => undefined)

const app = <App nonce={nonce} />
// A transition hydrates in slices, so the page stays responsive.
if (root.hasChildNodes()) startTransition(() => void hydrateRoot(root, app))
else createRoot(root).render(app)
window.replayEarlyClick?.()
