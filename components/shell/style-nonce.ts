declare global {
  var __webpack_nonce__: string | undefined
}

/**
 * Lets what keeps the page from scrolling behind a dialog (react-style-singleton, below Radix) put its style element in
 * under the page's Content-Security-Policy: it asks this global for the nonce that all scripts of the page have.
 */
export function useStyleNonce(): void {
  if (typeof document === 'undefined') return
  globalThis.__webpack_nonce__ ??= document.querySelector<HTMLScriptElement>('script[nonce]')?.nonce
}
