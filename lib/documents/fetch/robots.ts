import { findText } from '#lib/documents/html/find-text.ts'
import { DAY_MS } from '#lib/policy/basics/time.ts'

/** robots.txt (RFC 9309), as far as it speaks to us by name. */

/** A line of a group: the longest one that matches a path decides, at equal length the one that allows. */
export type RobotsRule = { readonly allows: boolean; readonly path: string }

export type RobotsRules = {
  readonly rules: readonly RobotsRule[]
  /** Crawl-delay: pause between two requests; null: none is asked for. */
  readonly crawlDelayMs: number | null
}

/** Nothing is said to us. */
export const silentRobots: RobotsRules = { rules: [], crawlDelayMs: null }

/** RFC 9309, 2.5: at least this much of a file is read. */
const longestFile = 500 * 1024
const mostRules = 1_000
const longestPath = 2_000
/** Of all rules together: each redirect may lead to an origin of its own, whose rules are stored and read with its sources. */
const mostLetters = 20_000
const longestCrawlDelayMs = DAY_MS

/**
 * The rules of all groups that name one of `names` (product tokens, in lower case), put together as 2.2.1 has it. Groups
 * for everybody (`*`) are left out: they speak to crawlers that follow links, and a feed is asked for by its readers.
 */
export function parseRobots(text: string, names: readonly string[]): RobotsRules {
  const rules: RobotsRule[] = []
  let crawlDelayMs: number | null = null
  let letters = 0
  let isOurs = false
  let isHead = false
  for (const line of text
    .slice(0, longestFile)
    .replace(/^\uFEFF/, '')
    .split(/\r\n|\r|\n/)) {
    const [, key = '', value = ''] = /^[ \t]*([a-z-]+)[ \t]*:[ \t]*([^#]*)/i.exec(line) ?? []
    switch (key.toLowerCase()) {
      case 'user-agent':
        isOurs = names.includes(tokenOf(value)) || (isHead && isOurs)
        isHead = true
        continue
      case 'allow':
      case 'disallow': {
        const path = isOurs ? normalPath(value.trim()) : ''
        const isKept = path !== '' && path.length <= longestPath && letters + path.length <= mostLetters
        if (isKept && rules.length < mostRules) {
          rules.push({ allows: key.toLowerCase() === 'allow', path })
          letters += path.length
        }
        break
      }
      case 'crawl-delay': {
        const seconds = /^\d{1,7}(\.\d{1,3})?(?=\s*$)/.exec(value)?.[0]
        if (isOurs && seconds !== undefined)
          crawlDelayMs = Math.min(longestCrawlDelayMs, Math.max(crawlDelayMs ?? 0, Number(seconds) * 1000))
        break
      }
      default:
        continue // Sitemap and whatever else stands between groups ends none (2.2.4)
    }
    isHead = false
  }
  return { rules, crawlDelayMs }
}

/** Whether an address of the file's origin may be asked for; the file itself always. */
export function isAllowedByRobots({ rules }: Pick<RobotsRules, 'rules'>, address: string): boolean {
  const { pathname, search } = new URL(address)
  if (pathname === '/robots.txt') return true
  const path = normalPath(pathname + search)
  let best: RobotsRule | null = null
  for (const rule of rules) {
    const isBetter =
      best === null ||
      rule.path.length > best.path.length ||
      (rule.path.length === best.path.length && rule.allows)
    if (isBetter && matchesPath(rule.path, path)) best = rule
  }
  return best?.allows ?? true
}

/** The product token of a User-Agent, in lower case: "Skylark/1.0 (+https://…)" is "skylark". */
export function tokenOf(userAgent: string): string {
  return (/^\s*([a-z_-]+)/i.exec(userAgent)?.[1] ?? '').toLowerCase()
}

/**
 * Whether a path begins with a pattern in which `*` stands for anything and `$` at the end for the end. The parts between
 * the stars are looked for one after the other, so that no pattern costs more than path and pattern are long.
 */
function matchesPath(pattern: string, path: string): boolean {
  const isAnchored = pattern.endsWith('$')
  const [first = '', ...others] = (isAnchored ? pattern.slice(0, -1) : pattern).split('*')
  if (!path.startsWith(first)) return false
  let at = first.length
  for (const part of others.slice(0, -1)) {
    const found = findText(path, part, at)
    if (found < 0) return false
    at = found + part.length
  }
  const last = others.at(-1)
  if (last === undefined) return !isAnchored || at === path.length
  return isAnchored ? path.length - last.length >= at && path.endsWith(last) : findText(path, last, at) >= 0
}

/** 2.2.2: compared as octets; what need not be encoded is decoded, everything else is encoded in capitals. */
function normalPath(path: string): string {
  return path
    .replace(/[^\x21-\x7e]+/g, (text) => encodeURIComponent(text.toWellFormed()))
    .replace(/%([0-9a-f]{2})/gi, (escape, hex: string) => {
      const letter = String.fromCharCode(Number.parseInt(hex, 16))
      return /[A-Za-z0-9\-._~]/.test(letter) ? letter : escape.toUpperCase()
    })
}
