import { randomBytes } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'

type HeaderOptions = {
  /** Whether readers reach the server by https: then browsers are told to come by nothing else for a year (RFC 6797). */
  readonly isSecure: boolean
  /** Next's development server evaluates strings. */
  readonly isDevelopment: boolean
}

/**
 * The headers by which every answer tells browsers what to keep to, whatever route gives it; a route may set stricter ones. Pages get a
 * Content-Security-Policy (W3C CSP 3) with a nonce of their own, which Next reads from the request and puts on its
 * scripts; all else, data and pictures, may do nothing at all where a browser opens it as a page.
 */
export function setSecurityHeaders(
  request: IncomingMessage,
  response: ServerResponse,
  { isSecure, isDevelopment }: HeaderOptions,
): void {
  // Next takes the nonce from this header: a stranger's must not get there.
  delete request.headers['content-security-policy']
  delete request.headers['content-security-policy-report-only']
  response.setHeader('X-Content-Type-Options', 'nosniff')
  response.setHeader('Referrer-Policy', 'same-origin')
  response.setHeader('Cross-Origin-Opener-Policy', 'same-origin')
  response.setHeader('Permissions-Policy', permissions)
  if (isSecure) response.setHeader('Strict-Transport-Security', 'max-age=31536000')
  if (!isPage(request.url ?? '/')) {
    response.setHeader('Content-Security-Policy', dataPolicy)
    return
  }
  const nonce = randomBytes(16).toString('base64')
  const policy = pagePolicy(nonce, isDevelopment)
  request.headers['content-security-policy'] = policy
  // For the one script of our own (app/layout.tsx).
  request.headers['x-nonce'] = nonce
  response.setHeader('Content-Security-Policy', policy)
  response.setHeader('X-Frame-Options', 'DENY')
  // Next says nothing of pages that it makes anew for each request: no proxy may keep one reader's for another.
  if (!isFile.test(request.url ?? '')) response.setHeader('Cache-Control', 'private, no-cache')
}

/** The paths of data, not of pages. `/api` itself is the page that explains it. */
const dataPaths =
  /^\/(?:api|reader|accounts|fever|v1|out|hub|_next)\/|^\/(?:fever|v1|hub|metrics|healthz|readyz|healthcheck|version)(?:[?/]|$)/

function isPage(url: string): boolean {
  return !dataPaths.test(url)
}

/** Icons, manifest, service worker, fonts, starter packs: the same for everybody. Pages are not, whatever name a link gives them (/sources/1.css). */
const isFile = /^\/(?:(?:fonts|starter-packs)\/)?[\w-]+\.\w+(?:\?|$)/

const dataPolicy = "default-src 'none'; frame-ancestors 'none'; sandbox"

/** Nothing here needs what the device can sense; films are shown full-screen. */
const permissions = 'camera=(), microphone=(), geolocation=(), payment=(), usb=()'

/**
 * Scripts by nonce alone and what those load. Styles of elements' attributes are allowed: React writes widths of charts
 * into its HTML, and foreign HTML keeps no style (`sanitise-html.ts`). Sound, film and, where a reader chose so, pictures
 * come from publishers, the two players in their frames.
 */
function pagePolicy(nonce: string, isDevelopment: boolean): string {
  const scripts = `'nonce-${nonce}' 'strict-dynamic'${isDevelopment ? " 'unsafe-eval'" : ''}`
  return [
    "default-src 'none'",
    `script-src ${scripts}`,
    `style-src-elem 'self' ${isDevelopment ? "'unsafe-inline'" : `'nonce-${nonce}'`}`,
    "style-src-attr 'unsafe-inline'",
    "img-src 'self' data: http: https:",
    "media-src 'self' http: https:",
    'frame-src https://www.youtube-nocookie.com https://player.vimeo.com',
    "connect-src 'self'",
    "font-src 'self'",
    "manifest-src 'self'",
    "worker-src 'self'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ')
}
