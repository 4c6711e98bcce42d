/** The shop's colours, spelled out because mail programs know no style sheets. */
export const ink = '#0b1f3a'
export const muted = '#4a6180'
export const line = '#d7e3ef'
export const surface = '#f3f8fc'
export const action = '#0b63ce'
