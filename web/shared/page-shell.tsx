import { PageFrame, type PageFrameProps } from './page-frame.tsx'
import { SiteFooter } from './site-footer.tsx'

/** Header, the page's main part and footer, the same for every page of the shop. */
export function PageShell(props: Omit<PageFrameProps, 'footer'>) {
  return <PageFrame {...props} footer={<SiteFooter />} />
}
