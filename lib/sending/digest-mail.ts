import type { PostingItem } from '#lib/api/postings/postings.ts'
import { config } from '#lib/runtime/config.ts'
import { escapeText, escapeValue } from '#lib/documents/html/xml-text.ts'
import { formatDateTime } from '#lib/text/format.ts'
import type { Mail } from '#lib/mail/send-mail.ts'
import type { ClaimedSlot } from '#lib/store/digests/digest-slots.ts'
import { digestToken } from '#lib/store/digests/digest-token.ts'
import { defaultLanguage } from '#lib/words/languages.ts'
import { localeOf, wordsOf } from '#lib/words/server-words.ts'
import { homeOf } from './output-feed.ts'

type Issue = {
  readonly slot: ClaimedSlot
  /** Newest first. */
  readonly postings: readonly PostingItem[]
  /** There were more than these. */
  readonly isMore: boolean
}

/**
 * The mail of an issue: postings by source, as text and as plain HTML without pictures, which would tell who reads. It is ended
 * by one click in mail programs (RFC 8058), by a button behind a link for people.
 */
export function writeDigest({ slot, postings, isMore }: Issue): Mail {
  const { digestId, slotAt, name, email, place, language, zone } = slot
  const t = wordsOf(language ?? defaultLanguage, 'mail')
  const locale = localeOf(language ?? defaultLanguage)
  const { publicUrl } = config()
  const token = digestToken(digestId)
  const words = {
    heading: name,
    more: isMore ? t('digestMore') : null,
    open: t('digestOpen'),
    openUrl: `${publicUrl}${place === null ? '/' : homeOf(place)}`,
    why: t('digestWhy', { name, server: new URL(publicUrl).host }),
    end: t('digestEnd'),
    endUrl: `${publicUrl}/end-digest#${token}`,
    timeOf: (at: string) => formatDateTime(Date.parse(at), zone, locale),
  }
  const sources = bySource(postings)
  return {
    to: email,
    subject: t('digestSubject', { name, count: postings.length }),
    text: writeText(sources, words),
    html: writeHtml(sources, words, language ?? defaultLanguage),
    key: `digest-${digestId}-${slotAt.getTime()}`,
    headers: {
      'List-Unsubscribe': `<${publicUrl}/api/v1/digests/end?token=${token}>`,
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
      Precedence: 'bulk',
    },
  }
}

type Source = { readonly title: string; readonly postings: readonly PostingItem[] }
type DigestWords = {
  readonly heading: string
  readonly more: string | null
  readonly open: string
  readonly openUrl: string
  readonly why: string
  readonly end: string
  readonly endUrl: string
  readonly timeOf: (at: string) => string
}

/** In the order of their newest postings. */
function bySource(postings: readonly PostingItem[]): Source[] {
  const groups = Map.groupBy(postings, ({ sourceId }) => sourceId)
  return [...groups.values()].map((own) => ({ title: own[0]?.sourceTitle ?? '', postings: own }))
}

function writeText(sources: readonly Source[], words: DigestWords): string {
  const lines = sources.map(({ title, postings }) =>
    [
      `## ${oneLine(title)}`,
      ...postings.map((posting) =>
        [oneLine(titleOf(posting)), webAddress(posting.url)].filter((line) => line !== null).join('\n'),
      ),
    ].join('\n\n'),
  )
  const foot = [words.why, `${words.end}: ${words.endUrl}`].join('\n')
  const rest = `${words.more ?? words.open} ${words.openUrl}`
  return `${[...lines, rest, `-- \n${foot}`].join('\n\n')}\n`
}

const look = {
  body: 'margin:0 auto;max-width:640px;padding:16px;font:16px/1.5 system-ui,sans-serif;color:#1c2733;background:#ffffff',
  source: 'margin:24px 0 8px;font-size:14px;color:#5a6672',
  posting: 'margin:0 0 16px',
  link: 'color:#1c2733;font-weight:600',
  small: 'margin:2px 0 0;font-size:14px;color:#5a6672',
  foot: 'margin-top:32px;padding-top:12px;border-top:1px solid #d5dbe1;font-size:13px;color:#5a6672',
} as const

function writeHtml(sources: readonly Source[], words: DigestWords, language: string): string {
  const parts = sources.flatMap(({ title, postings }) => [
    `<h2 dir="auto" style="${look.source}">${escapeText(title)}</h2>`,
    ...postings.map((posting) => writePosting(posting, words)),
  ])
  const link = (url: string, text: string) => `<a href="${escapeValue(url)}">${escapeText(text)}</a>`
  return [
    `<!doctype html><html lang="${language}"><head><meta charset="utf-8"><title>${escapeText(words.heading)}</title></head>`,
    `<body style="${look.body}">`,
    `<h1 dir="auto" style="font-size:20px">${escapeText(words.heading)}</h1>`,
    ...parts,
    `<p>${link(words.openUrl, words.more ?? words.open)}</p>`,
    `<p style="${look.foot}">${escapeText(words.why)}<br>${link(words.endUrl, words.end)}</p>`,
    '</body></html>',
    '',
  ].join('\n')
}

function writePosting(posting: PostingItem, { timeOf }: DigestWords): string {
  const url = webAddress(posting.url)
  const title = escapeText(titleOf(posting))
  const head =
    url === null ? `<b>${title}</b>` : `<a href="${escapeValue(url)}" style="${look.link}">${title}</a>`
  const excerpt = posting.title === '' ? '' : posting.excerpt
  return [
    `<div dir="auto" style="${look.posting}">${head}`,
    ...(excerpt === '' ? [] : [`<p style="${look.small}">${escapeText(excerpt)}</p>`]),
    `<p style="${look.small}">${escapeText(timeOf(posting.shownAt))}</p></div>`,
  ].join('')
}

function titleOf({ title, excerpt, url }: PostingItem): string {
  return title || excerpt || url || '…'
}

function oneLine(text: string): string {
  return text.toWellFormed().replace(/\s+/g, ' ').trim()
}

function webAddress(url: string | null): string | null {
  return url !== null && /^https?:\/\//i.test(url) ? url : null
}
