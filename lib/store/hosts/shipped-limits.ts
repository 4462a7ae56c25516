import type { PublisherLimit } from '#lib/store/ground/change-log.ts'

const hourMs = 3_600_000

/**
 * Limits that publishers state in public, each with the page that says so. Short on purpose: only what was read there, and
 * only what a well-behaved reader would break otherwise. The admin adds, changes and switches off in the browser.
 */
export const shippedLimits: readonly PublisherLimit[] = [
  {
    // "Feed readers which send conditional requests may poll at most once per hour."
    host: 'rachelbythebay.com',
    leastIntervalMs: hourMs,
    requestsPerHour: null,
    isOptedOut: false,
    evidence: 'https://rachelbythebay.com/w/feed/',
  },
  {
    // Of the legacy APIs, RSS among them: "no more than one request every three seconds", one connection at a time.
    host: 'arxiv.org',
    leastIntervalMs: null,
    requestsPerHour: 1_200,
    isOptedOut: false,
    evidence: 'https://info.arxiv.org/help/api/tou.html',
  },
]
