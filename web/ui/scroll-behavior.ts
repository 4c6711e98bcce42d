/**
 * Smooth scrolling, or instant with reduced motion. Not set in CSS: smooth scrolling on every focus
 * change could make an immediate click miss its target.
 */
export function scrollBehavior(): ScrollBehavior {
  return window.matchMedia('(prefers-reduced-motion: reduce)').matches ? 'instant' : 'smooth'
}
