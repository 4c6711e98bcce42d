declare module 'html-to-text' {
  type Options = { wordwrap: number | false; selectors: readonly object[] }
  /** The rules are read once; the answer turns any number of documents into text. */
  export function compile(options: Options): (html: string) => string
}
