import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import type { Browser } from 'playwright-core'
import { compile } from 'tailwindcss'
import { shownHtml } from '#lib/documents/html/shown-html.ts'
import { launchBrowser } from '#tests/support/browser/browser.ts'
import { listPostings } from '#tests/support/data/corpus-contents.ts'
import { chooseArticles, kindsOf, type DrawnArticle } from '#tests/support/data/drawn-articles.ts'
import { largeFolder } from '#tests/support/data/test-data.ts'

/**
 * `npm run bench -- articles [COUNT=60]`: real articles of ../shared/feed-corpus in the application's own style, as pictures to look at in
 * tests/artefacts/articles: as wide as on a screen of 1440 and of 390 pixels, light and dark. Nothing is loaded; a grey box stands for each
 * picture.
 */
const folder = path.resolve('tests/artefacts/articles')
const perSheet = 8
/** The column of a text on each screen, and how many of them stand beside each other on a sheet. */
const looks = {
  wide: { screen: 1440, column: 608, beside: 2 },
  narrow: { screen: 390, column: 358, beside: 4 },
}
const address = 'http://articles.example/'

async function main(count: number): Promise<void> {
  const corpus = largeFolder('feed-corpus')
  if (corpus === null) return console.log('../shared/feed-corpus is absent: there are no articles to show')
  const postings = await listPostings(corpus)
  const articles = chooseArticles(
    postings.map(({ file, cleaned }) => ({ file, html: shownHtml(cleaned, (picture) => picture) })),
    count,
  )
  const style = await readStyle()
  mkdirSync(folder, { recursive: true })
  const browser = await launchBrowser()
  for (const look of ['wide', 'narrow'] as const)
    for (const theme of ['light', 'dark'] as const)
      for (let at = 0; at < articles.length; at += perSheet) {
        const name = `${look}-${theme}-${String(at / perSheet + 1).padStart(2, '0')}`
        const html = sheetOf(articles.slice(at, at + perSheet), at, { style, theme, ...looks[look] })
        writeFileSync(path.join(folder, `${name}.html`), html)
        await draw(browser, html, path.join(folder, `${name}.png`))
      }
  await browser.close()
  console.log(`${articles.length} articles in ${folder}`)
}

/** The style sheet of the application, without the classes of its own parts. */
async function readStyle(): Promise<string> {
  const read = (file: string) => readFileSync(file, 'utf8')
  const { build } = await compile(read('app/globals.css'), {
    base: path.resolve('app'),
    loadStylesheet: (id, base) => {
      const file = id.startsWith('.') ? path.join(base, id) : `node_modules/${id}/index.css`
      return Promise.resolve({ path: file, base: path.dirname(file), content: read(file) })
    },
  })
  return build([])
}

type Look = (typeof looks)['wide'] & { readonly style: string; readonly theme: string }

function sheetOf(
  articles: readonly DrawnArticle[],
  first: number,
  { style, theme, screen, column, beside }: Look,
): string {
  const width = Math.max(screen / beside, column + 32)
  const boxes = articles.map(
    (article, at) =>
      `<section><p class="about">${first + at + 1} · ${article.file} · ${kindsOf(article).join(', ')}</p>` +
      `<div dir="auto" class="article">${article.html}</div></section>`,
  )
  return `<!doctype html><html data-theme="${theme}"><meta charset="utf-8"><style>${style}
body { display: grid; grid-template-columns: repeat(${beside}, ${width}px); background: var(--paper) }
section { box-sizing: border-box; padding: 16px; max-height: 1000px; overflow: hidden; border: 1px solid var(--line) }
section > * { width: ${column}px; margin-inline: auto } .about { color: var(--ink-3); margin-bottom: 12px }
</style><body>${boxes.join('\n')}</body></html>`
}

async function draw(browser: Browser, html: string, file: string): Promise<void> {
  const context = await browser.newContext({
    javaScriptEnabled: false,
    viewport: { width: 1600, height: 1000 },
  })
  await context.route(
    () => true,
    (route) => {
      const url = new URL(route.request().url())
      if (url.href === address) return route.fulfill({ contentType: 'text/html', body: html })
      if (url.origin === new URL(address).origin && url.pathname.startsWith('/fonts/'))
        return route.fulfill({ path: path.join(path.resolve('public'), path.normalize(url.pathname)) })
      if (route.request().resourceType() !== 'image') return route.abort()
      return route.fulfill({ contentType: 'image/svg+xml', body: greyBox })
    },
  )
  const page = await context.newPage()
  await page.goto(address, { waitUntil: 'load' })
  await page.screenshot({ path: file, fullPage: true })
  await context.close()
}

const greyBox =
  '<svg xmlns="http://www.w3.org/2000/svg" width="480" height="270"><path fill="#888" d="M0 0h480v270H0z"/></svg>'

await main(Number(process.argv[2] ?? 60))
