declare module 'html-to-text' {
  type Options = { wordwrap: number | false; selectors: readonly object[] }
  /** Compiles the options once; the returned function converts any number of documents. */
  export function compile(options: Options): (html: string) => string
}
