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
      <Body
        style={{
          backgroundColor: surface,
          color: ink,
          fontFamily: 'Manrope, Helvetica, Arial, sans-serif',
          margin: 0,
        }}
      >
        <Container style={{ maxWidth: '560px', padding: '32px 16px' }}>
          <Text style={{ fontSize: '20px', fontWeight: 700, margin: '0 0 16px' }}>
            <Link href={`${publicUrl}/`} style={{ color: ink, textDecoration: 'none' }}>
              {shop.name}
            </Link>
          </Text>
          <Section
            style={{
              backgroundColor: '#ffffff',
              border: `1px solid ${line}`,
              borderRadius: '16px',
              padding: '28px',
            }}
          >
            {children}
          </Section>
          <Hr style={{ border: 'none', margin: '12px 0' }} />
          <Text style={{ color: muted, fontSize: '13px', lineHeight: '20px', margin: 0 }}>
            {shop.name}, {shop.city}
            <br />
            {shop.phone} · {shop.email}
          </Text>
        </Container>
      </Body>
    </Html>
  )
}
