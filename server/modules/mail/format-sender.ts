/**
 * The From header. Quotes and backslashes of the name would end or escape its quotes, and every email
 * would have another address as its sender.
 */
export const formatSender = ({ name, email }: { name: string; email: string }): string =>
  `"${name.replace(/["\\]/g, '')}" <${email}>`
