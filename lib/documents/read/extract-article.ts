import { Readability } from '@mozilla/readability'
import { parseHTML } from 'linkedom'
import { decodeDocument } from './decode-document.ts'
import { limitNesting } from '#lib/documents/html/limit-nesting.ts'
import { onOneLine, shorten } from '#lib/documents/html/plain-text.ts'
import { sanitiseHtml } from '#lib/documents/html/sanitise-html.ts'
import { resolveWebAddress } from '#lib/documents/html/web-address.ts'

/** A page as it was fetched. */
export type ArticlePage = {
  readonly body: Buffer
  readonly contentType: string | null
  /** The address at which it was found, after redirects. */
  readonly url: string
}

type ExtractFailure = {
  readonly kind: 'not-html' | 'no-article' | 'too-large' | 'too-slow' | 'broken' | 'unread'
  /** For people. */
  readonly message: string
}

/** The text of a page, sanitised, or why there is none. */
export type ExtractedArticle =
  | { readonly ok: true; readonly html: string; readonly title: string }
  | { readonly ok: false; readonly error: ExtractFailure }

/** Readability goes through a page several times; the longest real articles have some 20,000 elements. */
const mostElements = 50_000
/** Fewer letters are a notice about cookies or a "subscribe to read". */
const leastLetters = 140
/** Of the sanitised text, in characters; a long book chapter has half. */
const mostHtml = 1_000_000
const longestTitle = 500

/**
 * Takes the article out of a page: Mozilla's Readability finds it, our sanitiser makes it safe to show. Call it in a worker
 * thread only (parse-in-worker.ts): a hostile page may take all the time and memory it can get.
 */
export function extractArticle({ body, contentType, url }: ArticlePage): ExtractedArticle {
  const text = decodeDocument(body, contentType)
  if (!isHtml(text, contentType)) return failed('not-html', 'The original is no page of text.')
  const found = findArticle(text, url)
  if (found === null || onOneLine(found.text).length < leastLetters)
    return failed('no-article', 'No article was found on the page of the original.')
  const html = sanitiseHtml(found.html, found.baseUrl)
  if (html.length > mostHtml) return failed('too-large', 'The article is too long to be kept.')
  return { ok: true, html, title: shorten(onOneLine(found.title), longestTitle) }
}

type FoundArticle = {
  readonly html: string
  readonly text: string
  readonly title: string
  readonly baseUrl: string
}

function findArticle(text: string, url: string): FoundArticle | null {
  const { document } = parseHTML(limitNesting(text))
  const baseUrl = resolveWebAddress(document.querySelector('base[href]')?.getAttribute('href'), url) ?? url
  const article = new Readability(document, { maxElemsToParse: mostElements }).parse()
  if (article === null) return null
  return { html: article.content ?? '', text: article.textContent ?? '', title: article.title ?? '', baseUrl }
}

function isHtml(text: string, contentType: string | null): boolean {
  if (contentType !== null && !/html|text\/plain|octet-stream|xml/i.test(contentType)) return false
  return /<(!doctype html|html|head|body|p|div)\b/i.test(text.slice(0, 4_000))
}

function failed(kind: ExtractFailure['kind'], message: string): ExtractedArticle {
  return { ok: false, error: { kind, message } }
}
