export type CardBrand = 'Visa' | 'Mastercard' | 'American Express' | 'Discover' | 'UnionPay' | 'JCB'

type BrandRule = {
  brand: CardBrand
  /** Matches the first digits of the number. */
  prefix: RegExp
  lengths: readonly number[]
  groups: readonly number[]
  codeLength: 3 | 4
}

const fours = [4, 4, 4, 4, 3] as const

const rules: readonly BrandRule[] = [
  {
    brand: 'American Express',
    prefix: /^3[47]/,
    lengths: [15],
    groups: [4, 6, 5],
    codeLength: 4,
  },
  { brand: 'Visa', prefix: /^4/, lengths: [13, 16, 19], groups: fours, codeLength: 3 },
  {
    brand: 'Mastercard',
    prefix: /^(5[1-5]|222[1-9]|22[3-9]|2[3-6]|27[01]|2720)/,
    lengths: [16],
    groups: fours,
    codeLength: 3,
  },
  {
    brand: 'Discover',
    prefix: /^(6011|64[4-9]|65)/,
    lengths: [16, 17, 18, 19],
    groups: fours,
    codeLength: 3,
  },
  { brand: 'UnionPay', prefix: /^62/, lengths: [16, 17, 18, 19], groups: fours, codeLength: 3 },
  { brand: 'JCB', prefix: /^35/, lengths: [16, 17, 18, 19], groups: fours, codeLength: 3 },
]

const unknownBrand = {
  brand: undefined,
  lengths: [12, 13, 14, 15, 16, 17, 18, 19],
  groups: fours,
  codeLength: 3,
} as const

export const digitsIn = (text: string) => text.replace(/\D/g, '')

function findRule(number: string) {
  const digits = digitsIn(number)
  return rules.find((rule) => rule.prefix.test(digits)) ?? unknownBrand
}

export function getBrand(number: string): CardBrand | undefined {
  return findRule(number).brand
}

export function getCodeLength(number: string): 3 | 4 {
  return findRule(number).codeLength
}

/** '4242424242' → '4242 4242 42', in the groups of the card's brand. */
export function formatCardNumber(input: string): string {
  const { groups, lengths } = findRule(input)
  let rest = digitsIn(input).slice(0, Math.max(...lengths))
  const parts: string[] = []
  for (const size of groups) {
    if (!rest) break
    parts.push(rest.slice(0, size))
    rest = rest.slice(size)
  }
  return parts.join(' ')
}

export function isCompleteNumber(number: string): boolean {
  return (findRule(number).lengths as readonly number[]).includes(digitsIn(number).length)
}

/** The Luhn check. */
export function hasValidCheckDigit(number: string): boolean {
  const digits = digitsIn(number)
  if (!digits) return false
  let sum = 0
  for (let position = 0; position < digits.length; position++) {
    const digit = Number(digits[digits.length - 1 - position])
    const doubled = position % 2 === 1 ? digit * 2 : digit
    sum += doubled > 9 ? doubled - 9 : doubled
  }
  return sum % 10 === 0
}
