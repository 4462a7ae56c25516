/** The whole text from a posting's page. */
export type FullText =
  | { readonly kind: 'text'; readonly html: string; readonly fetchedAt: string }
  | { readonly kind: 'loading' }
  | {
      readonly kind: 'failed'
      /** What went wrong: a kind of fetch-types.ts or extract-article.ts, "opted-out" or "resting". */
      readonly failure: string
      /** For people. */
      readonly message: string
      /** From when it can be tried again; null: it was given up. */
      readonly retryAt: string | null
    }
