/** The shop's colors. They are literal values because email clients ignore style sheets. */
export const ink = '#0b1f3a'
export const muted = '#4a6180'
export const line = '#d7e3ef'
export const surface = '#f3f8fc'
export const action = '#0b63ce'

/** Every style is a constant, because `markup/react.ts` renders a component's tags once per style. */
export const heading = { fontSize: '24px', lineHeight: '32px', margin: '0 0 12px' }
export const paragraph = { fontSize: '15px', lineHeight: '24px', margin: '0 0 16px' }
export const mutedText = { ...paragraph, color: muted }
export const belowButton = { ...paragraph, margin: '16px 0 0' }
export const mutedBelowButton = { ...belowButton, color: muted }
export const link = { color: action }
export const button = {
  backgroundColor: action,
  borderRadius: '10px',
  color: '#ffffff',
  fontWeight: 700,
  padding: '12px 20px',
}
