import {
  Body,
  Container,
  Head,
  Hr,
  Html,
  Link,
  Preview,
  Section,
  Text,
} from '@react-email/components'
import type { ReactNode } from 'react'
import type { Shop } from '#contract/shop.ts'
import { ink, line, muted, surface } from './style.ts'

type LayoutProps = { shop: Shop; publicUrl: string; preview: string; children: ReactNode }

/** React Email cuts it here, also in the middle of a character, which browsers cannot decode. */
const cutPreview = (text: string) => text.slice(0, 150).replace(/[\uD800-\uDBFF]$/, '')

/** Frame of every email: the shop's name above, its contact details below. */
export function Layout({ shop, publicUrl, preview, children }: LayoutProps) {
  return (
    <Html lang="en">
      <Head />
      <Preview>{cutPreview(preview)}</Preview>
      <Body style={page}>
        <Container style={column}>
          <Text style={shopName}>
            <Link href={`${publicUrl}/`} style={shopLink}>
              {shop.name}
            </Link>
          </Text>
          <Section style={card}>{children}</Section>
          <Hr style={gap} />
          <Text style={footer}>
            {shop.name}, {shop.city}
            <br />
            {shop.phone} · {shop.email}
          </Text>
        </Container>
      </Body>
    </Html>
  )
}

const page = {
  backgroundColor: surface,
  color: ink,
  fontFamily: 'Manrope, Helvetica, Arial, sans-serif',
  margin: 0,
}
const column = { maxWidth: '560px', padding: '32px 16px' }
const shopName = { fontSize: '20px', fontWeight: 700, margin: '0 0 16px' }
const shopLink = { color: ink, textDecoration: 'none' }
const card = {
  backgroundColor: '#ffffff',
  border: `1px solid ${line}`,
  borderRadius: '16px',
  padding: '28px',
}
const gap = { border: 'none', margin: '12px 0' }
const footer = { color: muted, fontSize: '13px', lineHeight: '20px', margin: 0 }
