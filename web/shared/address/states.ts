/** Two-letter codes by name, as browsers fill them in. */
const codes: Readonly<Record<string, string>> = {
  Alabama: 'AL',
  Alaska: 'AK',
  Arizona: 'AZ',
  Arkansas: 'AR',
  California: 'CA',
  Colorado: 'CO',
  Connecticut: 'CT',
  Delaware: 'DE',
  'District of Columbia': 'DC',
  Florida: 'FL',
  Georgia: 'GA',
  Hawaii: 'HI',
  Idaho: 'ID',
  Illinois: 'IL',
  Indiana: 'IN',
  Iowa: 'IA',
  Kansas: 'KS',
  Kentucky: 'KY',
  Louisiana: 'LA',
  Maine: 'ME',
  Maryland: 'MD',
  Massachusetts: 'MA',
  Michigan: 'MI',
  Minnesota: 'MN',
  Mississippi: 'MS',
  Missouri: 'MO',
  Montana: 'MT',
  Nebraska: 'NE',
  Nevada: 'NV',
  'New Hampshire': 'NH',
  'New Jersey': 'NJ',
  'New Mexico': 'NM',
  'New York': 'NY',
  'North Carolina': 'NC',
  'North Dakota': 'ND',
  Ohio: 'OH',
  Oklahoma: 'OK',
  Oregon: 'OR',
  Pennsylvania: 'PA',
  'Puerto Rico': 'PR',
  'Rhode Island': 'RI',
  'South Carolina': 'SC',
  'South Dakota': 'SD',
  Tennessee: 'TN',
  Texas: 'TX',
  Utah: 'UT',
  Vermont: 'VT',
  Virginia: 'VA',
  Washington: 'WA',
  'West Virginia': 'WV',
  Wisconsin: 'WI',
  Wyoming: 'WY',
}

const lettersOnly = (text: string) => text.toLowerCase().replace(/[^a-z]/g, '')

const codeByPlainName = new Map(
  Object.entries(codes).map(([name, code]) => [lettersOnly(name), code]),
)
const nameByCode = new Map(Object.entries(codes).map(([name, code]) => [code, name]))

/** Returns the code for a full state name, or undefined. */
export function findStateCode(text: string): string | undefined {
  return codeByPlainName.get(lettersOnly(text))
}

/** Converts a full name to its code, and truncates other text to two letters. */
export function normalizeState(text: string): string {
  return findStateCode(text) ?? text.trim().slice(0, 2).toUpperCase()
}

export function findStateName(code: string): string | undefined {
  return nameByCode.get(code)
}
