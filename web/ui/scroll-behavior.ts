/**
 * How a jump within the page is made: so that the eye can follow, or at once for whoever wants less
 * motion. Only where it is asked for: were the page to glide whenever a field comes into focus too, a
 * press that follows at once could miss what it was meant for.
 */
export function scrollBehavior(): ScrollBehavior {
  return window.matchMedia('(prefers-reduced-motion: reduce)').matches ? 'instant' : 'smooth'
}
