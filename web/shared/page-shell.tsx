import { PageFrame, type PageFrameProps } from './page-frame.tsx'
import { SiteFooter } from './site-footer.tsx'

/** Header, main content and footer of storefront pages. */
export function PageShell(props: Omit<PageFrameProps, 'footer'>) {
  return <PageFrame {...props} footer={<SiteFooter />} />
}
