/** The kinds of contents that a page of articles is to show, and how each is known in cleaned HTML. */
const kinds = {
  pictures: /<img\b/,
  tables: /<table\b/,
  code: /<pre\b/,
  lists: /<[uo]l\b/,
  quotes: /<blockquote\b/,
  films: /data-player=|<(video|audio)\b/,
  formulas: /<math\b/,
  footnotes: /href="#t[0-9a-f]{6}-/,
  definitions: /<dl\b/,
  headings: /<h[2-6]\b/,
  'other scripts': /[\u0590-\u06ff\u0900-\u0dff\u3040-\u30ff\u4e00-\u9fff\uac00-\ud7af]{12}/,
} as const

export type DrawnArticle = { readonly file: string; readonly html: string }

/**
 * So many different articles, of which each kind of contents has its share: the longest ones of a kind in turn, at most two of a document.
 * Kinds of which there are fewer leave their places to the others.
 */
export function chooseArticles(articles: readonly DrawnArticle[], count: number): DrawnArticle[] {
  const longestFirst = articles.toSorted((a, b) => textLength(b) - textLength(a))
  const queues = Object.values(kinds).map((kind) => longestFirst.filter(({ html }) => kind.test(html)))
  const chosen = new Set<DrawnArticle>()
  const texts = new Set<string>()
  const ofFile = new Map<string, number>()
  const take = (queue: DrawnArticle[]) => {
    for (let next = queue.shift(); next !== undefined; next = queue.shift()) {
      const before = ofFile.get(next.file) ?? 0
      if (texts.has(next.html) || before >= mostOfFile || chosen.size >= count) continue
      ofFile.set(next.file, before + 1)
      texts.add(next.html)
      chosen.add(next)
      return
    }
  }
  while (chosen.size < count && queues.some((queue) => queue.length > 0)) queues.forEach(take)
  return [...chosen]
}
const mostOfFile = 2

/** The kinds that an article shows, for the line above it. */
export function kindsOf({ html }: DrawnArticle): string[] {
  return Object.entries(kinds).flatMap(([name, kind]) => (kind.test(html) ? [name] : []))
}

function textLength({ html }: DrawnArticle): number {
  return html.replace(/<[^<>]*>/g, '').length
}
