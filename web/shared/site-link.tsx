import type { ComponentProps, MouseEvent } from 'react'
import { hasCardForm } from '#web/paths.ts'
import { useRouter } from './router.ts'

type SiteLinkProps = Omit<ComponentProps<'a'>, 'href'> & { href: string }

/** Stays in the document where it may: pages with a card form are entered and left as documents. */
export function SiteLink(props: SiteLinkProps) {
  const { path, go } = useRouter()
  if (hasCardForm(path) || hasCardForm(props.href)) return <a {...props} />

  function follow(event: MouseEvent<HTMLAnchorElement>) {
    // The browser's own ways to open a link elsewhere stay the browser's.
    if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey || event.button) return
    props.onClick?.(event)
    if (event.defaultPrevented) return
    event.preventDefault()
    go(props.href)
  }
  const { href, ...rest } = props
  return <a href={href} {...rest} onClick={follow} />
}
