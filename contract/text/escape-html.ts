const special = /["&'<>]/
const allSpecial = new RegExp(special, 'g')
const escapes: Record<string, string> = {
  '"': '&quot;',
  '&': '&amp;',
  "'": '&#x27;',
  '<': '&lt;',
  '>': '&gt;',
}

/** For elements and quoted attributes. Most texts need no escapes, and a test is faster than a replacement. */
export const escapeHtml = (text: string): string =>
  special.test(text) ? text.replace(allSpecial, (char) => escapes[char] ?? char) : text
